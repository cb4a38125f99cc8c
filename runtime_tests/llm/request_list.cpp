// SPDX-License-Identifier: BSL-1.0
/// Requests have names in their order; each ends for a reason of its own.
#include <shapeproof/llm/request_list.hpp>

#include "../naive.hpp"

#include <doctest/doctest.h>

#include <new>
#include <stdexcept>

namespace sp = shapeproof;
namespace llm = shapeproof::llm;

namespace {
using V = sp::axis<"V", 9>;
using list = std::vector<std::size_t>;
}  // namespace

TEST_CASE("an answer ends with one of its ends, or with the last token that was asked for") {
  llm::request_list<V> all(9, 20);
  CHECK(all.add({.prompt = {1}, .tokens = 3}) == 0);
  CHECK(all.add({.prompt = {1}, .tokens = 9, .ends = {4, 5}}) == 1);
  CHECK(all.is_waiting(0));
  all.run(0);
  all.run(1);
  CHECK(all.is_running(0));
  for (std::size_t token : list{4, 5, 4}) {
    auto const came = all.keep(0, sp::index<V>(token));
    CHECK(came.request == 0);
    CHECK(came.token.value() == token);
    CHECK(came.is_last == (all.at(0).tokens.size() == 3));
  }
  CHECK(all.at(0).progress == llm::progress::finished);
  CHECK(!all.keep(1, sp::index<V>(3)).is_last);
  CHECK(all.at(1).progress == llm::progress::running);
  CHECK(all.keep(1, sp::index<V>(5)).is_last);
  CHECK(all.at(1).tokens == list{3, 5});
  CHECK(all.at(1).progress == llm::progress::finished);
}

TEST_CASE("an error is one request's own, and says what is wrong") {
  llm::request_list<V> all(9, 20);
  all.add({.prompt = {1}, .tokens = 1});
  auto const bad = all.add({.prompt = {8, 9}, .tokens = 1});
  CHECK(all.at(bad).progress == llm::progress::failed);
  CHECK(all.at(bad).error == "request: token 1 of 2: index: V=9: 9 is not in [0, 9)");
  CHECK(all.at(0).progress == llm::progress::waiting);
  all.fail(0, "no more");
  CHECK(all.at(0).progress == llm::progress::failed);
  CHECK(all.at(0).error == "no more");
  CHECK(reference::thrown([&] { (void)all.at(2); }) == "answer: 2 requests: 2 is not one");
}

TEST_CASE("only what is wrong with a request is its own error") {
  using sp::shape_error;
  CHECK(!llm::own_error([] {}));
  CHECK(llm::own_error([] { throw shape_error("join", "", "no"); }) == "join: no");
  CHECK(llm::own_error([] { throw std::invalid_argument("no option"); }) == "no option");
  CHECK(llm::own_error([] { throw std::domain_error("no number"); }) == "no number");
  CHECK_THROWS_AS(llm::own_error([] { throw std::bad_alloc(); }), std::bad_alloc);
  CHECK_THROWS_AS(llm::own_error([] { throw std::runtime_error("rank 1 of tp is gone"); }), std::runtime_error);
  CHECK_THROWS_AS(llm::own_error([] { throw 1; }), int);
}

TEST_CASE("those that wait are in order, and one that was taken back never came") {
  llm::request_list<V> all(9, 20);
  CHECK(!all.has_waiting());
  all.add({.prompt = {9}, .tokens = 1});
  CHECK(!all.has_waiting());
  for (std::size_t i = 0; i < 3; ++i) all.add({.prompt = {i}, .tokens = 1});
  CHECK(all.first_waiting() == 1);
  all.run(2);
  CHECK(all.first_waiting() == 1);
  all.fail(1, "no");
  CHECK(all.first_waiting() == 3);
  all.run(3);
  CHECK(!all.has_waiting());
  CHECK(all.add({.prompt = {7}, .tokens = 1}) == 4);
  all.take_back();
  CHECK(!all.has_waiting());
  CHECK(all.add({.prompt = {6}, .tokens = 1}) == 4);
  CHECK(all.first_waiting() == 4);
  CHECK(all.wanted(4).prompt == list{6});
}

TEST_CASE("one that has ended can be forgotten, and the others keep their names") {
  llm::request_list<V> all(9, 20);
  for (std::size_t i = 0; i < 3; ++i) all.add({.prompt = {i}, .tokens = 1});
  CHECK(reference::thrown([&] { (void)all.forget(0); }) == "forget: request 0: it has not ended");
  all.run(0);
  CHECK(reference::thrown([&] { (void)all.forget(0); }) == "forget: request 0: it has not ended");
  (void)all.keep(0, sp::index<V>(4));
  auto const ended = all.forget(0);
  CHECK(ended.progress == llm::progress::finished);
  CHECK(ended.tokens == list{4});
  CHECK(reference::thrown([&] { (void)all.at(0); }) == "answer: 3 requests: 0 was forgotten");
  CHECK(reference::thrown([&] { (void)all.forget(0); }) == "answer: 3 requests: 0 was forgotten");
  CHECK(reference::thrown([&] { (void)all.forget(3); }) == "answer: 3 requests: 3 is not one");
  all.fail(2, "no more");
  CHECK(all.forget(2).error == "no more");
  CHECK(all.first_waiting() == 1);
  CHECK(all.wanted(1).prompt == list{1});
  CHECK(all.add({.prompt = {5}, .tokens = 1}) == 3);
  all.run(1);
  CHECK(all.first_waiting() == 3);
  all.take_back();
  CHECK(!all.has_waiting());
  CHECK(all.add({.prompt = {6}, .tokens = 1}) == 3);
  CHECK(all.first_waiting() == 3);
}

TEST_CASE("the last token needs no position") {
  llm::request_list<V> all(9, 4);
  CHECK(all.is_waiting(all.add({.prompt = {1, 2, 3}, .tokens = 2})));
  CHECK(all.is_waiting(all.add({.prompt = {1, 2, 3, 4}, .tokens = 1})));
  CHECK(!all.is_waiting(all.add({.prompt = {1, 2, 3}, .tokens = 3})));
  CHECK(!all.is_waiting(all.add({.prompt = {1, 2, 3, 4, 5}, .tokens = 1})));
  auto const ids = all.prompt(0);
  static_assert(std::is_same_v<decltype(ids)::shape, sp::shape<sp::axis<"B", 1>, sp::axis<"L">>>);
  CHECK(ids(0, 2).value() == 3);
}
