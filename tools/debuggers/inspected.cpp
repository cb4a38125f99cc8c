// SPDX-License-Identifier: BSL-1.0
/// A program that debuggers stop in, and what they must print of its variables (check.py).
#include <shapeproof/shapeproof.hpp>

#include <cstdint>
#include <limits>
#include <utility>

namespace sp = shapeproof;

using B = sp::axis<"B", 2>;
using L = sp::axis<"L">;
using D = sp::axis<"D", 3>;
using H = sp::axis<"H", 2>;
using Dk = sp::axis<"Dk", 2>;
using V = sp::axis<"V", 6000>;
using capacity = sp::axis<"S", "capacity">;

void stop() {}

template <class X>
X counted(X x) {
  for (std::size_t i = 0; i < x.size(); ++i) x.data()[i] = static_cast<typename X::element>(i);
  return x;
}

int main() {
  auto owner = counted(sp::tensor<float, B, L, D>(sp::bind<"L">(2)));
  sp::view<float const, B, L, D> seen = owner;
  auto const& referred = owner;
  auto turned = sp::transpose<"L", "D">(owner);
  auto column = sp::select<"D">(owner, 1);
  auto final_row = sp::last<"B">(counted(sp::tensor<float, B, D>()));
  auto padded = sp::view_over<sp::memory<B, sp::axis<"D", 6>>, B, D>(owner.data());
  auto fused = counted(sp::tensor<double, sp::axis<"S", "past+1">, sp::fused<H, Dk>>(sp::bind<"past">(1)));
  auto moved = counted(sp::tensor<float, D>());
  auto taken = std::move(moved);
  sp::tensor<float, L, D> empty(sp::bind<"L">(0));
  sp::tensor<float> scalar;
  auto bytes = counted(sp::tensor<std::int8_t, D>());
  sp::tensor<bool, B> flags;
  flags(1) = true;
  sp::index<V> id(21);
  sp::tensor<sp::index<V>, B> ids;
  ids(1) = id;
  sp::tensor<float, B> odd;
  odd(0) = std::numeric_limits<float>::infinity();
  sp::tensor<float, B, sp::axis<"W", 5200>> wide;
  sp::meta_tensor<float, B, L> meta;
  sp::shape<B, L, sp::axis<"S", "past+1">> shape;
  using storage = sp::tensor<float, B, H, capacity, Dk>;
  sp::nn::kv_cache<storage, sp::axis<"S", "past">> cache(storage(sp::bind<"capacity">(4)),
                                                         storage(sp::bind<"capacity">(4)), {{3}});
  stop();
  (void)seen, (void)referred, (void)turned, (void)column, (void)final_row, (void)padded, (void)fused, (void)taken,
      (void)empty;
  (void)scalar, (void)bytes, (void)ids, (void)odd, (void)wide, (void)meta, (void)shape, (void)cache;
}

// Each line: a debugger or both, a variable, and what is printed of it; `...` stands for anything.
//
// gdb owner: tensor [B=2, L=2, D=3] float = {[0, 0] = {0, 1, 2}, [0, 1] = {3, 4, 5}, [1, 0] = {6, 7, 8}, ...}
// lldb owner: tensor [B=2, L=2, D=3] float { [0, 0] = ([0] = 0, [1] = 1, [2] = 2) ... }
// gdb seen: view [B=2, L=2, D=3] float = {[0, 0] = {0, 1, 2}, ..., [1, 1] = {9, 10, 11}}
// lldb seen: view [B=2, L=2, D=3] float { ... [1, 1] = ([0] = 9, [1] = 10, [2] = 11) }
// gdb referred: ...: tensor [B=2, L=2, D=3] float = {[0, 0] = {0, 1, 2}, ...
// lldb referred: ...tensor [B=2, L=2, D=3] float: { ... [1, 1] = ([0] = 9, [1] = 10, [2] = 11) }
// gdb turned: view [B=2, D=3, L=2] float, memory order B, L, D = {[0, 0] = {0, 3}, ..., [1, 2] = {8, 11}}
// lldb turned: view [B=2, D=3, L=2] float, memory order B, L, D { [0, 0] = ([0] = 0, [1] = 3) ... }
// gdb column: view [B=2, L=2] float, memory order B, L, (gap) = {[0] = {1, 4}, [1] = {7, 10}}
// lldb column: view [B=2, L=2] float, memory order B, L, (gap) { [0] = ([0] = 1, [1] = 4) [1] = ([0] = 7, [1] = 10) }
// gdb final_row: tensor [D=3] float, the last of B = {3, 4, 5}
// lldb final_row: tensor [D=3] float { [0] = 3 [1] = 4 [2] = 5 }
// gdb padded: view [B=2, D=3] float, memory order B, D=6 = {[0] = {0, 1, 2}, [1] = {6, 7, 8}}
// lldb padded: view [B=2, D=3] float, memory order B, D=6 { ... [1] = ([0] = 6, [1] = 7, [2] = 8) }
// gdb fused: tensor [S=2, (H Dk)=4] double where past=1 = {[0] = {0, 1, 2, 3}, [1] = {4, 5, 6, 7}}
// lldb fused: tensor [S=2, (H Dk)=4] double where past=1 { ... [1] = ([0] = 4, [1] = 5, [2] = 6, [3] = 7) }
// both moved: tensor [D=3] float (moved from)
// gdb taken: tensor [D=3] float = {0, 1, 2}
// lldb taken: tensor [D=3] float { [0] = 0 [1] = 1 [2] = 2 }
// both empty: tensor [L=0, D=3] float
// gdb scalar: tensor [] float = {() = 0}
// lldb scalar: tensor [] float { () = 0 }
// gdb bytes: tensor [D=3] int8 = {0 '\000', 1 '\001', 2 '\002'}
// lldb bytes: tensor [D=3] int8 { [0] = '\0' [1] = '\x01' [2] = '\x02' }
// gdb flags: tensor [B=2] bool = {false, true}
// lldb flags: tensor [B=2] bool { [0] = false [1] = true }
// both id: 21 of V=6000
// gdb ids: tensor [B=2] index of V=6000 = {0, 21}
// lldb ids: tensor [B=2] index of V=6000 { [0] = 0 [1] = 21 }
// gdb odd: tensor [B=2] float = {inf, 0}
// lldb odd: tensor [B=2] float { [0] = +Inf [1] = 0 }
// gdb wide: tensor [B=2, W=5200] float = {[0] = {0 <repeats 5200 times>}, [1] = {0 <repeats 5200 times>}}
// lldb wide: tensor [B=2, W=5200] float { [0] = { [0] = 0 ... [255] = 0 ...
// both meta: meta [B=2, L] float
// gdb shape: shape [B=2, L, S=past+1]
// lldb shape: shape...
// gdb cache: kv_cache [B=2, H=2, S=3, Dk=2] float, capacity 4 = {keys = tensor [B=2, H=2, S=4, Dk=2] float where ...}
// lldb cache: kv_cache [B=2, H=2, S=3, Dk=2] float, capacity 4 { keys = tensor [B=2, H=2, S=4, Dk=2] float where ... }
