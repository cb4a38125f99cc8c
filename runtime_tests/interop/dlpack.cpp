// SPDX-License-Identifier: BSL-1.0
/// Tensors cross through DLPack without a copy, and end once. Empty where DLPack is not at hand.
#if __has_include(<dlpack/dlpack.h>)
#include <shapeproof/interop/dlpack.hpp>
#include <shapeproof/tensor/tensor.hpp>

#include "../naive.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace sp = shapeproof;

namespace {

using L = sp::axis<"L">;
using D = sp::axis<"D", 4>;

/// What another framework would give: 24 elements 0, 1, 2, ... seen as [3, 4], and a count of the deleter's calls.
struct foreign {
  std::vector<float> memory;
  std::int64_t shape[2] = {3, 4};
  std::int64_t strides[2] = {4, 1};
  DLManagedTensor managed = {};
  int ended = 0;

  foreign() : memory(24) {
    for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = static_cast<float>(i);
    managed.dl_tensor = {memory.data(), {kDLCPU, 0}, 2, {kDLFloat, 32, 1}, shape, strides, 0};
    managed.manager_ctx = this;
    managed.deleter = [](DLManagedTensor* self) { ++static_cast<foreign*>(self->manager_ctx)->ended; };
  }
  foreign(foreign const&) = delete;
  foreign& operator=(foreign const&) = delete;
  DLTensor& tensor() { return managed.dl_tensor; }
};

/// As DLPack 1.0 lays it out.
struct versioned_tensor {
  struct {
    std::uint32_t major, minor;
  } version;
  void* manager_ctx;
  void (*deleter)(versioned_tensor* self);
  std::uint64_t flags;
  DLTensor dl_tensor;
};

template <class T, class... Stated>
std::string said(DLTensor const& x) {
  return reference::thrown([&] { (void)sp::from_dlpack<T, Stated...>(x); });
}

}  // namespace

TEST_CASE("a DLTensor is viewed where it lies") {
  foreign other;
  auto const x = sp::from_dlpack<float, L, D>(other.tensor());
  CHECK(x.data() == other.memory.data());
  CHECK(to_string(x) == "[L=3, D=4]");
  CHECK(x(2, 1) == 9);
  x(2, 1) = -1;
  CHECK(other.memory[9] == -1);
  CHECK(sp::from_dlpack<float const, L, D>(other.tensor())(2, 3) == 11);

  other.tensor().strides = nullptr;  // dense, by definition
  CHECK(sp::from_dlpack<float, L, D>(other.tensor())(2, 3) == 11);
  other.tensor().byte_offset = 8;
  CHECK(sp::from_dlpack<float, L, D>(other.tensor())(0, 0) == 2);
  CHECK(other.ended == 0);
}

TEST_CASE("other orders and wider rows are stated") {
  foreign other;
  other.strides[0] = 1;
  other.strides[1] = 3;
  CHECK(sp::from_dlpack<float, sp::memory<D, L>, L, D>(other.tensor())(2, 3) == 11);
  other.strides[0] = 5;
  other.strides[1] = 1;
  CHECK(sp::from_dlpack<float, sp::memory<L, sp::axis<"D", "width">>, L, D>(other.tensor())(2, 3) == 13);
  CHECK(said<float, L, D>(other.tensor()) ==
        "from_dlpack: [L=3, D=4] from [3, 4] with strides [5, 1]: the stride of L is 4 by type and 5 in this memory; "
        "state its order and padding, memory<...>");
}

TEST_CASE("what is not as stated is an error") {
  foreign other;
  CHECK(said<std::int32_t, L, D>(other.tensor()) == "from_dlpack: [L, D=4]: the elements are float32, not int32");
  CHECK(said<double, L, D>(other.tensor()) == "from_dlpack: [L, D=4]: the elements are float32, not float64");
  CHECK(said<float, L>(other.tensor()) == "from_dlpack: [L]: 1 axis is stated for memory of 2 dimensions");
  CHECK(said<float, sp::axis<"D", 6>, L>(other.tensor()) ==
        "from_dlpack: [D=6, L=4] from [3, 4]: D=6 meets 3; declare the axis with 3, or pass what has 6");
  other.tensor().device = {kDLCUDA, 1};
  CHECK(said<float, L, D>(other.tensor()) ==
        "from_dlpack: [L, D=4]: the elements are on device 2:1, not in the host's memory");
  other.tensor().device = {kDLCUDAHost, 0};
  CHECK(said<float, L, D>(other.tensor()).empty());
  other.tensor().dtype.lanes = 2;
  CHECK(said<float, L, D>(other.tensor()) == "from_dlpack: [L, D=4]: the elements are float32x2, not float32");
}

TEST_CASE("pointers and numbers that cannot be right are errors") {
  foreign other;
  other.tensor().byte_offset = 2;
  CHECK(said<float, L, D>(other.tensor()) ==
        "from_dlpack: [L, D=4] from [3, 4] with strides [4, 1]: the pointer is not aligned for the elements");
  other.tensor().byte_offset = UINT64_MAX;
  CHECK(said<float, L, D>(other.tensor()) == "from_dlpack: [L, D=4]: the byte offset is too large");
  other.tensor().byte_offset = 0;
  other.tensor().data = nullptr;
  CHECK(said<float, L, D>(other.tensor()) ==
        "from_dlpack: [L, D=4] from [3, 4] with strides [4, 1]: the pointer to the elements is null");
  other.shape[0] = 0;
  CHECK(said<float, L, D>(other.tensor()).empty());
  other.shape[0] = -3;
  CHECK(said<float, L, D>(other.tensor()) ==
        "from_dlpack: [L, D=4] from [-3, 4] with strides [4, 1]: an extent is negative");
  other.tensor().ndim = -1;
  CHECK(said<float, L, D>(other.tensor()) == "from_dlpack: [L, D=4]: 2 axes are stated for memory of -1 dimensions");
  other.tensor().ndim = 2;
  other.tensor().strides = nullptr;
  other.shape[0] = other.shape[1] = std::int64_t{1} << 62;
  CHECK(said<float, L, sp::axis<"R">>(other.tensor()) ==
        "from_dlpack: [L, R] from [4611686018427387904, 4611686018427387904] with strides [4611686018427387904, 1]: "
        "the memory is larger than can be counted");
  other.tensor().shape = nullptr;
  CHECK(said<float, L, D>(other.tensor()) == "from_dlpack: [L, D=4]: the pointer to the extents is null");
}

TEST_CASE("a tensor that is taken ends once, also where it is refused") {
  foreign other;
  {
    auto const held = sp::take_dlpack<float, L, D>(&other.managed);
    CHECK(held.view(2, 1) == 9);
    CHECK(other.ended == 0);
  }
  CHECK(other.ended == 1);
  CHECK_THROWS_AS((sp::take_dlpack<float, D>(&other.managed)), sp::shape_error);
  CHECK(other.ended == 2);
  other.managed.deleter = nullptr;  // DLPack allows it
  CHECK(sp::take_dlpack<float, L, D>(&other.managed).view(0, 1) == 1);
  DLManagedTensor* const nothing = nullptr;
  CHECK(reference::thrown([&] { (void)sp::take_dlpack<float, L, D>(nothing); }) ==
        "from_dlpack: [L, D=4]: the pointer to the tensor is null");
}

TEST_CASE("a tensor that is given away lives until its deleter is called") {
  sp::tensor<float, L, D> x(sp::bind<"L">(3));
  x(2, 1) = 7;
  float const* const elements = x.data();
  DLManagedTensor* const given = sp::to_dlpack(std::move(x)).release();
  CHECK(given->dl_tensor.data == elements);
  CHECK(given->dl_tensor.ndim == 2);
  CHECK(given->dl_tensor.shape[0] == 3);
  CHECK(given->dl_tensor.shape[1] == 4);
  CHECK(given->dl_tensor.strides[0] == 4);
  CHECK(given->dl_tensor.strides[1] == 1);
  CHECK(given->dl_tensor.dtype.code == kDLFloat);
  CHECK(given->dl_tensor.dtype.bits == 32);
  CHECK(given->dl_tensor.device.device_type == kDLCPU);
  auto const back = sp::take_dlpack<float, L, D>(given);  // ends it: the leak checker sees to it
  CHECK(back.view(2, 1) == 7);
}

TEST_CASE("a tensor of another memory order is given away as it lies") {
  using turned = sp::strided<sp::shape<L, D>, sp::memory<D, L>>;
  sp::buffer<std::int64_t> elements(12);
  for (std::size_t i = 0; i < 12; ++i) elements.data()[i] = static_cast<std::int64_t>(i);
  sp::strided_tensor<std::int64_t, turned> x(std::move(elements), sp::values_from<turned>(sp::bind<"L">(3)));
  auto const given = sp::to_dlpack(std::move(x));
  CHECK(given->dl_tensor.strides[0] == 1);
  CHECK(given->dl_tensor.strides[1] == 3);
  CHECK(sp::from_dlpack<std::int64_t, sp::memory<D, L>, L, D>(given->dl_tensor)(2, 3) == 11);
}

TEST_CASE("a tensor that is lent stays where it is") {
  sp::tensor<double, L, D> x(sp::bind<"L">(3));
  auto lent = sp::lend_dlpack(x);
  DLTensor const t = lent.tensor();
  static_cast<double*>(t.data)[9] = 5;
  CHECK(x(2, 1) == 5);
  CHECK(sp::from_dlpack<double, L, D>(t)(2, 1) == 5);
}

TEST_CASE("the versioned form has a version and says what may only be read") {
  auto given = sp::to_dlpack<versioned_tensor>(sp::tensor<float, L, D>(sp::bind<"L">(3)));
  CHECK(given->version.major == 1);
  CHECK(given->flags == 0);
  given->flags = 1;
  versioned_tensor* const tensor = given.release();
  {
    auto const held = sp::take_dlpack<float const, L, D>(tensor);
    CHECK(held.view.size() == 12);
  }
  auto again = sp::to_dlpack<versioned_tensor>(sp::tensor<float, D>());
  again->flags = 1;
  CHECK(reference::thrown([&] { (void)sp::take_dlpack<float, D>(again.release()); }) ==
        "from_dlpack: [D=4]: the elements may only be read; take them as const");
  auto newer = sp::to_dlpack<versioned_tensor>(sp::tensor<float, D>());
  newer->version.major = 2;
  CHECK(reference::thrown([&] { (void)sp::take_dlpack<float, D>(newer.release()); }) ==
        "from_dlpack: [D=4]: the tensor has DLPack's version 2, not 1");
}
#endif
