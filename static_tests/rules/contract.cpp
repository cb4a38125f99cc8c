// SPDX-License-Identifier: BSL-1.0
/// contract sums over one named axis that both sides have, and walks the others by name.
#include <shapeproof/rules/contract.hpp>
#include <shapeproof/rules/einsum.hpp>
#include <shapeproof/rules/matmul.hpp>
#include <shapeproof/rules/reorder.hpp>

#include <type_traits>

namespace sp = shapeproof;
using sp::axis;
using sp::fused;
using sp::is_refused;
using sp::shape;

using B = axis<"B", 2>;
using Hkv = axis<"Hkv", 3>;
using G = axis<"G", 3>;  // as many groups as heads
using L = axis<"L", 5>;
using S = axis<"S", 5>;  // as many keys as queries
using Dk = axis<"Dk", 5>;
using q = shape<B, Hkv, G, L, Dk>;
using k = shape<B, Hkv, S, Dk>;
using plain = shape<B, Hkv, L, Dk>;

template <class X, class Y, sp::fixed_string Name>
using product = decltype(sp::rules::contract<Name>(X{}, Y{}));

// [B, Hkv, G, L, Dk] x [B, Hkv, S, Dk] -> [B, Hkv, G, L, S]: the left side's axes first.
static_assert(std::is_same_v<product<q, k, "Dk">, shape<B, Hkv, G, L, S>>);
static_assert(std::is_same_v<product<k, q, "Dk">, shape<B, Hkv, S, G, L>>);
static_assert(std::is_same_v<product<shape<B, Hkv, G, L, S>, k, "S">, q>);
static_assert(std::is_same_v<product<plain, k, "Dk">, shape<B, Hkv, L, S>>);
// Any axis of both sides, wherever it stands.
static_assert(std::is_same_v<product<q, k, "Hkv">, shape<B, G, L, Dk, S>>);
static_assert(std::is_same_v<product<q, k, "B">, shape<Hkv, G, L, Dk, S>>);
static_assert(std::is_same_v<product<q, shape<Dk, S, Hkv, B>, "Dk">, shape<B, Hkv, G, L, S>>);
static_assert(std::is_same_v<product<q, shape<Dk>, "Dk">, shape<B, Hkv, G, L>>);
static_assert(std::is_same_v<product<shape<Dk>, shape<Dk>, "Dk">, shape<>>);
static_assert(std::is_same_v<product<shape<L, fused<Hkv, Dk>>, shape<fused<Hkv, Dk>, G>, "(Hkv Dk)">, shape<L, G>>);
static_assert(std::is_same_v<product<plain, plain, "Dk">, shape<B, Hkv, L>>);  // L meets L: walked together

// Symbolic extents through the same rule.
using keys = axis<"S", "past+L">;
static_assert(std::is_same_v<product<shape<B, axis<"L">, Dk>, shape<B, keys, Dk>, "Dk">, shape<B, axis<"L">, keys>>);
static_assert(std::is_same_v<product<shape<L, axis<"S", "L+past">>, shape<keys, Dk>, "S">, shape<L, Dk>>);
static_assert(std::is_same_v<product<shape<B, Hkv, axis<"G">, L, Dk>, k, "Dk">, shape<B, Hkv, axis<"G">, L, S>>);

// It is matmul after the transpose, and einsum without a pattern.
using k_t = sp::shape_in<decltype(sp::rules::transpose<"S", "Dk">(k{}))>;
static_assert(std::is_same_v<product<plain, k, "Dk">, decltype(sp::rules::matmul(plain{}, k_t{}))>);
static_assert(std::is_same_v<product<q, k, "Dk">,
                             decltype(sp::rules::einsum<"B Hkv G L Dk, B Hkv S Dk -> B Hkv G L S">(q{}, k{}))>);
// The order of an operand's axes decides the order of the result only: transposing commutes with it.
using q_t = sp::shape_in<decltype(sp::rules::transpose<"G", "L">(q{}))>;
static_assert(std::is_same_v<product<q_t, k, "Dk">,
                             sp::shape_in<decltype(sp::rules::transpose<"G", "L">(product<q, k, "Dk">{}))>>);
static_assert(std::is_same_v<product<q, k_t, "Dk">, product<q, k, "Dk">>);
// Adding an axis to one side adds it to the result.
static_assert(std::is_same_v<product<plain, k, "Dk">, product<shape<B, Hkv, L, Dk>, k, "Dk">>);

static_assert(is_refused<product<q, k, "G">>);                                 // the right side has no groups
static_assert(is_refused<product<k, q, "G">>);                                 // the left side has none
static_assert(is_refused<product<q, k, "H">>);                                 // nobody has it
static_assert(is_refused<product<q, shape<B, Hkv, S, axis<"Dk", 4>>, "Dk">>);  // one role, other extents
static_assert(is_refused<product<q, shape<B, axis<"Hkv", 1>, S, Dk>, "Dk">>);  // an extent of 1 does not stretch
static_assert(is_refused<product<q, shape<axis<"B">, Hkv, S, Dk>, "Dk">>);     // 2 is not proved to be B
static_assert(is_refused<product<q, shape<B, Hkv, axis<"L", 6>, Dk>, "Dk">>);  // forgot to rename L to S
static_assert(is_refused<product<shape<L, axis<"S", "past">>, shape<keys, Dk>, "S">>);  // keys of the step before
static_assert(is_refused<product<shape<L, fused<Hkv, Dk>>, shape<fused<Dk, Hkv>, G>, "(Hkv Dk)">>);  // other order
static_assert(is_refused<product<shape<L, fused<Hkv, Dk>>, shape<Dk, G>, "Dk">>);  // a factor is no axis
static_assert(is_refused<product<shape<>, shape<>, "Dk">>);                        // numbers
