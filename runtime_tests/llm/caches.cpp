// SPDX-License-Identifier: BSL-1.0
/// Empty caches for as many layers as a model has, with the sizes that it has.
#include <shapeproof/llm/caches.hpp>
#include <shapeproof/llm/llama.hpp>

#include "models.hpp"

#include <doctest/doctest.h>

namespace sp = shapeproof;
namespace nn = shapeproof::nn;
namespace llm = shapeproof::llm;

namespace {

using any = llm::interleaved_llama;
using rows = sp::left_padded<any::B>;

using axes = sp::shape<any::V, any::D, any::Hkv, any::G, any::Dk, any::F>;

auto sizes() {
  return sp::values_from<axes>(sp::bind<"V">(37), sp::bind<"D">(10), sp::bind<"Hkv">(2), sp::bind<"G">(3),
                               sp::bind<"R">(4), sp::bind<"F">(14));
}

}  // namespace

TEST_CASE("caches of a static model") {
  CHECK(llm::empty_caches<small::distinct>(0, 7).size() == 0);
  auto caches = llm::empty_caches<small::distinct>(3, 7);
  REQUIRE(caches.size() == 3);
  for (auto& cache : caches) {
    CHECK(cache.length() == 0);
    CHECK(cache.capacity() == 7);
    CHECK(nn::to_string(cache) == "[B=1, H=3, S=0, Dk=5]");
    CHECK(sp::to_string(cache.values()) == "[B=1, H=3, S=7, Dk=5]");
  }
  CHECK(caches[0].keys().data() != caches[1].keys().data());
}

TEST_CASE("caches of a model with symbols take its sizes, and what else is bound") {
  auto caches = llm::empty_caches<any>(2, 9, sizes(), sp::no_padding{}, sp::bind<"B">(5));
  REQUIRE(caches.size() == 2);
  for (auto& cache : caches) {
    CHECK(cache.length() == 0);
    CHECK(sp::to_string(cache.keys()) == "[B=5, Hkv=2, S=9, (R C)=8]");
    CHECK(sp::to_string(cache.values()) == "[B=5, Hkv=2, S=9, (R C)=8]");
    CHECK(cache.keys().data() != cache.values().data());
  }
}

TEST_CASE("caches of padded rows know the padding") {
  auto const caches = llm::empty_caches<any>(2, 9, sizes(), rows({0, 4, 2}), sp::bind<"B">(3));
  for (auto const& cache : caches) {
    CHECK(cache.padding().rows() == 3);
    CHECK(cache.padding().of(1) == 4);
    CHECK(cache.padding().of(2) == 2);
  }
}

TEST_CASE("padding of another number of rows is an error") {
  CHECK(reference::thrown([] { (void)llm::empty_caches<any>(2, 9, sizes(), rows({0, 4}), sp::bind<"B">(3)); }) ==
        "kv_cache: [B=3, Hkv=2, S=9, (R C)=8]: the padding is that of 2 rows");
}
