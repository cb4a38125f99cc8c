// SPDX-License-Identifier: BSL-1.0
#include <shapeproof/serving/statement.hpp>

#include <cstring>
#include <stdexcept>

namespace shapeproof::serving {

namespace {

std::string hexadecimal(std::uint64_t number) {
  std::string digits;
  do digits.insert(digits.begin(), "0123456789abcdef"[number % 16]);
  while ((number /= 16) != 0);
  return digits;
}

std::string layers_text(statement const& said) {
  return std::to_string(said.numbers.layers) + (said.numbers.layers == 1 ? " layer" : " layers");
}

/// The first thing that differs.
std::string difference(statement const& sender, statement const& receiver) {
  auto const meets = [](std::string const& a, std::string const& b) { return a + " meets " + b; };
  auto const& [s, r] = std::pair(sender.numbers, receiver.numbers);
  if (sender.element != receiver.element) return meets(sender.element, receiver.element);
  if (sender.heads != receiver.heads) return meets(sender.heads, receiver.heads);
  if (sender.size != receiver.size) return meets(sender.size, receiver.size);
  if (s.layers != r.layers) return meets(layers_text(sender), layers_text(receiver));
  if (s.checkpoint != r.checkpoint)
    return meets("checkpoint " + hexadecimal(s.checkpoint), "checkpoint " + hexadecimal(r.checkpoint));
  if (s.degree != r.peers)
    return meets("a mesh of " + std::to_string(s.degree) + " senders", std::to_string(r.peers) + " that are known");
  if (r.degree != s.peers)
    return meets("a mesh of " + std::to_string(r.degree) + " receivers", std::to_string(s.peers) + " that are known");
  if (s.wanted > r.positions)
    return "the prompt has " + std::to_string(s.positions) + " positions, the request needs " +
           std::to_string(s.wanted) + ", there is room for " + std::to_string(r.positions);
  return {};
}

}  // namespace

std::string to_string(statement const& said) {
  return said.element + " [" + said.heads + ", S=" + std::to_string(said.numbers.positions) + ", " + said.size +
         "] without padding in " + layers_text(said) + " of checkpoint " + hexadecimal(said.numbers.checkpoint) +
         ", rank " + std::to_string(said.numbers.rank) + " of " + std::to_string(said.numbers.degree);
}

std::vector<std::byte> bytes_of(statement const& said) {
  auto const numbers = std::as_bytes(std::span(&said.numbers, 1));
  std::vector<std::byte> result(numbers.begin(), numbers.end());
  auto const text = bytes_of(said.element + '\n' + said.heads + '\n' + said.size + '\n');
  result.insert(result.end(), text.begin(), text.end());
  return result;
}

statement statement_in(std::span<std::byte const> bytes) {
  statement result;
  if (bytes.size() < sizeof(result.numbers)) throw std::invalid_argument("a statement of too few bytes");
  std::memcpy(&result.numbers, bytes.data(), sizeof(result.numbers));
  auto const text = text_of(bytes.subspan(sizeof(result.numbers)));
  std::size_t begin = 0;
  for (std::string* each : {&result.element, &result.heads, &result.size}) {
    std::size_t const end = text.find('\n', begin);
    if (end == std::string::npos) throw std::invalid_argument("a statement of too few lines");
    *each = text.substr(begin, end - begin);
    begin = end + 1;
  }
  return result;
}

std::string disagreement(statement const& sender, statement const& receiver) {
  auto const found = difference(sender, receiver);
  return found.empty() ? found : to_string(sender) + " to " + to_string(receiver) + ": " + found;
}

}  // namespace shapeproof::serving
