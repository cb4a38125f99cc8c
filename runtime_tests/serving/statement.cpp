// SPDX-License-Identifier: BSL-1.0
/// What the two sides say, and each thing that they may not agree in.
#include <shapeproof/llm/llama.hpp>
#include <shapeproof/serving/statement.hpp>

#include <doctest/doctest.h>

#include <string>

namespace sp = shapeproof;
namespace llm = shapeproof::llm;
namespace serving = shapeproof::serving;

namespace {

using numbers = serving::statement::number_list;
using on_two = serving::handed_cache<sp::shard<sp::axis<"Hkv", 4>, sp::mesh<"tp", 2>>, sp::axis<"Dk", 8>>;
using whole = serving::handed_cache<sp::axis<"Hkv", 4>, sp::axis<"Dk", 8>>;
constexpr sp::symbol_values<sp::symbols<>> no_symbols;

serving::statement sender() {
  return serving::stated<on_two>({.layers = 3, .checkpoint = 0x1f, .rank = 1, .peers = 1, .positions = 5, .wanted = 9},
                                 no_symbols);
}
serving::statement receiver() {
  return serving::stated<whole>({.layers = 3, .checkpoint = 0x1f, .rank = 0, .peers = 2, .positions = 9}, no_symbols);
}

std::string const sender_text = "float [Hkv=4, S=5, Dk=8] without padding in 3 layers of checkpoint 1f, rank 1 of 2";

/// What differs where the receiver says something else.
template <class Change>
std::string found(Change const& change) {
  auto other = receiver();
  change(other);
  auto const text = serving::disagreement(sender(), other);
  auto const both = sender_text + " to " + serving::to_string(other) + ": ";
  REQUIRE(text.starts_with(both));
  return text.substr(both.size());
}

}  // namespace

TEST_CASE("a statement is of whole axes, and the degree follows from the type") {
  CHECK(serving::to_string(sender()) == sender_text);
  CHECK(serving::to_string(receiver()) ==
        "float [Hkv=4, S=9, Dk=8] without padding in 3 layers of checkpoint 1f, rank 0 of 1");
  CHECK(serving::disagreement(sender(), receiver()) == "");
}

TEST_CASE("symbols stand as their values") {
  using any = serving::handed_cache_of<llm::interleaved_llama>;
  sp::symbol_values<sp::symbols<"Hkv", "R">> const sizes = {{4, 8}};
  auto const said = serving::stated<any>({.layers = 1}, sizes);
  CHECK(said.heads == "Hkv=4");
  CHECK(said.size == "(R=8 C=2)");
  CHECK(said.numbers.degree == 1);
  CHECK(serving::handed_bytes<any>(3, 5, sizes) == 2 * 3 * 4 * 5 * 16 * sizeof(float));
}

TEST_CASE("a statement is read from its bytes; other bytes are none") {
  auto const bytes = serving::bytes_of(sender());
  CHECK(serving::to_string(serving::statement_in(bytes)) == sender_text);
  CHECK(serving::statement_in(bytes).numbers.wanted == 9);
  CHECK_THROWS_AS(serving::statement_in(std::span(bytes).first(bytes.size() - 1)), std::invalid_argument);
  CHECK_THROWS_AS(serving::statement_in(std::span(bytes).first(20)), std::invalid_argument);
}

TEST_CASE("each disagreement names both sides and what differs") {
  CHECK(found([](auto& r) { r.element = "double"; }) == "float meets double");
  CHECK(found([](auto& r) { r.heads = "Hkv=8"; }) == "Hkv=4 meets Hkv=8");
  CHECK(found([](auto& r) { r.heads = "H=4"; }) == "Hkv=4 meets H=4");
  CHECK(found([](auto& r) { r.size = "(R=4 C=2)"; }) == "Dk=8 meets (R=4 C=2)");
  CHECK(found([](auto& r) { r.numbers.layers = 1; }) == "3 layers meets 1 layer");
  CHECK(found([](auto& r) { r.numbers.checkpoint = 0x2f; }) == "checkpoint 1f meets checkpoint 2f");
  CHECK(found([](auto& r) { r.numbers.peers = 4; }) == "a mesh of 2 senders meets 4 that are known");
  CHECK(found([](auto& r) { r.numbers.degree = 2; }) == "a mesh of 2 receivers meets 1 that are known");
  CHECK(found([](auto& r) { r.numbers.positions = 8; }) ==
        "the prompt has 5 positions, the request needs 9, there is room for 8");
}

TEST_CASE("a refusal names its request") {
  serving::request_refused const refused(7, "why");
  CHECK(std::string(refused.what()) == "hand over: request 7: why");
  CHECK(refused.request() == 7);
}
