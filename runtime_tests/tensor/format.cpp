// SPDX-License-Identifier: BSL-1.0
/// Tensors with their values: of every element type, in any memory order, with nothing in them.
#include <shapeproof/tensor/format.hpp>

#include <shapeproof/ops/reorder.hpp>
#include <shapeproof/ops/select.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>

namespace sp = shapeproof;

namespace {

using L = sp::axis<"L">;
using R = sp::axis<"R", 2>;
using D = sp::axis<"D", 3>;

template <class X>
X counted(X x) {
  for (std::size_t i = 0; i < x.size(); ++i) x.data()[i] = static_cast<typename X::element>(i);
  return x;
}

}  // namespace

TEST_CASE("the first line is shape and elements, the others are values") {
  auto x = counted(sp::tensor<float, R, D>());
  x(1, 2) = -0.5F;
  CHECK(sp::format(x) == "[R=2, D=3] float\n[[ 0.   1.   2. ]\n [ 3.   4.  -0.5]]");
  CHECK(sp::format(counted(sp::tensor<double, L>(sp::bind<"L">(2)))) == "[L=2] double\n[0. 1.]");
  CHECK(sp::format(counted(sp::tensor<float>())) == "[] float\n0.");
  CHECK(sp::format(sp::view<float const, D>(x.data())) == "[D=3] float\n[0. 1. 2.]");
}

TEST_CASE("options") {
  sp::tensor<float, R> x;
  x(0) = 1.0F / 3;
  CHECK(sp::format(x, {.precision = 2}) == "[R=2] float\n[0.33 0.  ]");
  auto const large = counted(sp::tensor<float, L, D>(sp::bind<"L">(333)));
  CHECK(sp::format(large, {.threshold = 10, .edge_items = 1}) ==
        "[L=333, D=3] float\n[[  0. ...   2.]\n ...\n [996. ... 998.]]");
}

TEST_CASE("elements in another memory order are shown in the order of the axes") {
  auto const x = counted(sp::tensor<float, R, D>());
  CHECK(sp::format(sp::transpose<"R", "D">(x)) == "[D=3, R=2] float\n[[0. 3.]\n [1. 4.]\n [2. 5.]]");
  CHECK(sp::format(sp::slice<"D", 1, 3>(x)) == "[R=2, D=2] float\n[[1. 2.]\n [4. 5.]]");
  CHECK(sp::format(sp::select<"D">(x, 1)) == "[R=2] float\n[1. 4.]");
  CHECK(sp::format(sp::last<"R">(x)) == "[D=3] float\n[3. 4. 5.]");
}

TEST_CASE("elements of other types") {
  CHECK(sp::format(counted(sp::tensor<int, D>())) == "[D=3] int32\n[0 1 2]");
  CHECK(sp::format(counted(sp::tensor<std::uint8_t, D>())) == "[D=3] uint8\n[0 1 2]");
  CHECK(sp::format(counted(sp::tensor<bool, R>())) == "[R=2] bool\n[False  True]");
  sp::tensor<sp::index<sp::axis<"V", 6000>>, R> ids;
  ids(1) = sp::index<sp::axis<"V", 6000>>(5999);
  CHECK(sp::format(ids) == "[R=2] index of V=6000\n[   0 5999]");
  sp::tensor<float, R> odd;
  odd(0) = std::numeric_limits<float>::quiet_NaN();
  odd(1) = -std::numeric_limits<float>::infinity();
  CHECK(sp::format(odd) == "[R=2] float\n[ nan -inf]");
}

TEST_CASE("no values") {
  CHECK(sp::format(sp::tensor<float, L, D>(sp::bind<"L">(0))) == "[L=0, D=3] float\n[]");
  auto x = counted(sp::tensor<float, R, D>());
  auto const y = std::move(x);
  CHECK(sp::format(x) == "[R=2, D=3] float (moved from)");  // NOLINT(bugprone-use-after-move)
  CHECK(sp::format(sp::meta_tensor<float, L, sp::axis<"S", "past+1">>()) == "[L, S=past+1] float");
}
