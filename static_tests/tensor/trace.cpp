// SPDX-License-Identifier: BSL-1.0
/// A trace is written and read by the compiler.
#include <shapeproof/tensor/trace.hpp>

#include <string_view>

namespace sp = shapeproof;
using sp::axis;
using sp::shape;

using L = axis<"L">;
using D = axis<"D", 4>;

// One description for each shape type.
static_assert(sp::description<shape<L, D>>->rank == 2);
static_assert(sp::description<shape<L, D>>->axes[1].name == "D");
static_assert(*sp::description<shape<L, D>>->axes[0].extent == sp::polynomial::symbol("L"));
static_assert(sp::description<shape<L, D>> != sp::description<shape<D, L>>);

// A fused axis has its factors, in their order.
using H = axis<"H", 2>;
using merged = shape<L, sp::fused<H, D>>;
static_assert(sp::description<merged>->axes[0].factors == nullptr);
static_assert(sp::description<merged>->axes[1].factors == sp::description<shape<H, D>>);

constexpr sp::polynomial two = 2;
constexpr sp::polynomial length = sp::polynomial::symbol("L");

constexpr sp::trace example() {
  sp::trace log;
  log.add("matmul", sp::description<shape<L, D>>, &length, &two);
  log.add_operand({sp::description<shape<L>>, 0, false});
  log.add_operand({sp::description<shape<D>>, 0, true});
  log.add("softmax", sp::description<shape<D>>, &two, &two);
  log.add_operand({sp::description<shape<L, D>>, 1, false});
  log.label("P1");
  log.add("sum", sp::description<shape<L>>, &two, &two);
  log.label("P2");
  return log;
}
constexpr sp::trace log = example();
static_assert(log.count == 3);
static_assert(log.entries[0].step == "P1" && log.entries[1].step == "P1" && log.entries[2].step == "P2");
static_assert(log.last_of("P1").operation == "softmax");
static_assert(log.last_of("P2").has_shape(shape<L>{}));
static_assert(!log.last_of("P2").has_shape(shape<axis<"L", 7>>{}));
static_assert(log.flops_of("P1") == length + two);
static_assert(log.bytes_of("P1") == sp::polynomial(4));
static_assert(log.flops_of("P3") == sp::polynomial(0));

// Each operation has its own operands.
static_assert(log.entries[0].operand_count == 2 && log.entries[2].operand_count == 0);
static_assert(log.operands[log.entries[0].first_operand + 1].shape == sp::description<shape<D>>);
static_assert(log.operands[log.entries[0].first_operand + 1].is_parameter);
static_assert(log.operands[log.entries[1].first_operand].made_by == 1);
