// SPDX-License-Identifier: BSL-1.0
/// A mesh has a name and a number of ranks, or a symbol.
#include <shapeproof/shape/mesh.hpp>

#include <type_traits>

namespace sp = shapeproof;
using sp::mesh;

static_assert(sp::mesh_name<mesh<"tp", 2>> == "tp" && sp::mesh_text<mesh<"tp", 2>>().view() == "tp=2");
static_assert(sp::mesh_name<mesh<"tp">> == "tp" && sp::mesh_text<mesh<"tp">>().view() == "tp");
static_assert(sp::mesh_degree<mesh<"tp", 4>> == sp::polynomial(4));
static_assert(sp::mesh_degree<mesh<"tp", "n">> == sp::polynomial::symbol("n"));
// One number of ranks is one mesh, however it is written.
static_assert(std::is_same_v<mesh<"tp", 4>, mesh<"tp", "2*2">> && std::is_same_v<mesh<"tp">, mesh<"tp", "tp">>);
static_assert(!std::is_same_v<mesh<"tp", 2>, mesh<"tp", 4>> && !std::is_same_v<mesh<"tp", 2>, mesh<"ep", 2>>);
static_assert(sp::is_one_rank<mesh<"tp", 1>> && !sp::is_one_rank<mesh<"tp", 2>> && !sp::is_one_rank<mesh<"tp">>);
