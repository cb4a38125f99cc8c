// SPDX-License-Identifier: BSL-1.0
#include <shapeproof/mpi/agreement.hpp>

#include "exchange.hpp"

#include <array>
#include <cstdio>
#include <vector>

namespace shapeproof::mpi {

void agree(session& ranks, std::string_view what, std::string_view mine) {
  auto& all = ranks.inside();
  detail::wait const wait{"agree on the " + std::string(what), all.how().patience};
  int const tag = detail::agree;
  auto const sizes = detail::gathered(all, all.calls(), tag, wait, mine.size());
  auto* const own = static_cast<char*>(all.outbox(mine.size()));
  detail::copy(own, mine.data(), mine.size());
  std::size_t sum = 0;
  for (std::size_t const each : sizes) sum += each;
  auto* place = static_cast<char*>(all.inbox(sum));
  std::vector<std::string_view> texts;
  std::vector<detail::parcel> out, in;
  for (std::size_t i = 0; i < all.size(); ++i, place += texts.back().size()) {
    texts.emplace_back(i == all.rank() ? mine.data() : place, sizes[i]);
    if (i == all.rank()) continue;
    out.push_back({i, own, mine.size()});
    in.push_back({i, place, sizes[i]});
  }
  detail::exchange(all, all.calls(), tag, wait, out, in);
  for (std::size_t i = 1; i < all.size(); ++i)
    if (texts[i] != texts[0])
      throw error(std::string(what) + ": rank 0 has \"" + std::string(texts[0]) + "\", rank " + std::to_string(i) +
                  " has \"" + std::string(texts[i]) + "\"");
}

std::uint64_t fingerprint(std::span<std::byte const> bytes) noexcept {
  std::uint64_t result = 14695981039346656037U;
  auto const mix = [&](std::uint64_t word) {
    result = (result ^ word) * 1099511628211U;
    result ^= result >> 32;  // high bits of a word come to the low ones too
  };
  std::size_t at = 0;
  std::uint64_t word = 0;
  for (; at + sizeof(word) <= bytes.size(); at += sizeof(word)) {
    detail::copy(&word, bytes.data() + at, sizeof(word));
    mix(word);
  }
  word = 0;
  detail::copy(&word, bytes.data() + at, bytes.size() - at);
  mix(word);
  mix(bytes.size());
  return result;
}

std::string hexadecimal(std::uint64_t number) {
  std::array<char, 17> text{};
  std::snprintf(text.data(), text.size(), "%016llx", static_cast<unsigned long long>(number));
  return text.data();
}

std::string detail::build_text(std::string const& parameters) {
  auto const* const bytes = reinterpret_cast<std::byte const*>(parameters.data());
  return SHAPEPROOF_VERSION ", parameters " + hexadecimal(fingerprint({bytes, parameters.size()}));
}

}  // namespace shapeproof::mpi
