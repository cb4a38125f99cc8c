// SPDX-License-Identifier: BSL-1.0
/// llama2.c files with one thing wrong each.
#include <shapeproof/io/llama2c.hpp>

#include "corrupted_files.hpp"

#include <doctest/doctest.h>

namespace io = shapeproof::io;

namespace {

using corrupted_files::check_all;
using corrupted_files::check_refused;
using corrupted_files::mutation;

}  // namespace

TEST_CASE("corrupted llama2.c files") {
  using file = small_files::llama2c;
  constexpr std::int32_t most = std::numeric_limits<std::int32_t>::max();
  static_assert(most == 2147483647);
  mutation<file> const mutations[] = {
      {"dim 0", [](file& f) { f.header[0] = 0; }, {"header", "dim above 0", "found 0"}},
      {"a negative hidden_dim", [](file& f) { f.header[1] = -3; }, {"hidden_dim above 0", "found -3"}},
      {"no layers", [](file& f) { f.header[2] = 0; }, {"n_layers above 0", "found 0"}},
      {"no heads", [](file& f) { f.header[3] = 0; }, {"n_heads above 0", "found 0"}},
      {"no key/value heads", [](file& f) { f.header[4] = 0; }, {"n_kv_heads above 0", "found 0"}},
      {"no vocabulary", [](file& f) { f.header[5] = 0; }, {"vocab_size above 0", "found 0"}},
      {"the vocabulary that has no opposite", [](file& f) { f.header[5] = INT32_MIN; }, {"vocab_size above 0"}},
      {"no positions", [](file& f) { f.header[6] = 0; }, {"seq_len above 0", "found 0"}},
      {"three numbers",
       [](file& f) { f.header[0] = f.header[2] = f.header[6] = -1; },
       {"3 problems", "dim", "seq_len"}},
      {"dim that heads do not divide",
       [](file& f) { f.header[3] = 3; },
       {"dim that n_heads divides", "dim 4", "n_heads 3"}},
      {"heads that are not shared evenly",
       [](file& f) { f.header[0] = 12, f.header[3] = 3, f.header[4] = 2; },
       {"n_heads that n_kv_heads divides", "n_heads 3", "n_kv_heads 2"}},
      {"a head of an odd size", [](file& f) { f.header[0] = 6; }, {"even size", "dim 6", "n_heads 2"}},
      {"too many layers", [](file& f) { f.header[2] = 10001; }, {"at most 10000 n_layers", "found 10001"}},
      {"sizes that overflow",
       [](file& f) { f.header = {most - 1, most, 10000, 1, 1, most, most}; },
       {"more than 2^64"}},
      {"sizes whose sum overflows", [](file& f) { f.header = {1 << 30, 1, 1, 1, 1, 1, 1}; }, {"more than 2^64"}},
      {"sizes far beyond the file", [](file& f) { f.header[5] = most; }, {"expected 343597", "found"}},
      {"an output that is not there", [](file& f) { f.header[5] = -5; }, {"expected 956 bytes", "found 876"}},
      {"a byte less", [](file& f) { f.data.pop_back(); }, {"expected 876 bytes", "found 875"}},
      {"a byte more", [](file& f) { f.data += 'x'; }, {"expected 876 bytes", "found 877"}},
      {"no weights", [](file& f) { f.data.clear(); }, {"expected 876 bytes", "found 28"}},
  };
  check_all(io::parse_llama2c, mutations);
  for (std::size_t const size : {0U, 1U, 27U})
    check_refused("a cut header", io::parse_llama2c, file().bytes().substr(0, size), {"expected 28 bytes", "found"});
}
