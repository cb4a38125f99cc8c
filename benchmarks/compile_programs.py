#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""The programs whose compiling is measured."""
from pathlib import Path

root = Path(__file__).resolve().parent.parent
counts = [0, 100, 200, 400, 800]
eigen_counts = [0, 100, 200]
operation_count = 200


def axis(name, extent):
    return f'sp::axis<"{name}", {extent}>'


def matmul_checks(count):
    """[B, H, L=i, Dk] x [B, H, Dk, S=i+1]: four named axes each, no two checks alike."""
    lines = ["#include <shapeproof/shapeproof.hpp>", "namespace sp = shapeproof;", "template <class X> X const& value();"]
    for i in range(1, count + 1):
        common = f'{axis("B", 1)}, {axis("H", 8)}'
        left = f'sp::tensor<float, {common}, {axis("L", i)}, {axis("Dk", 650)}>'
        right = f'sp::tensor<float, {common}, {axis("Dk", 650)}, {axis("S", i + 1)}>'
        lines.append(f"using result_{i} = decltype(sp::matmul(value<{left}>(), value<{right}>()));")
    return "\n".join(lines) + "\n"


def eigen_products(count):
    """The same question to Eigen: the static size of a product of fixed-size matrices."""
    lines = ["#include <Eigen/Core>", "template <class X> X const& value();",
             "template <class A, class B> auto product(A const& a, B const& b)",
             "    -> Eigen::Matrix<float, decltype(a * b)::RowsAtCompileTime, decltype(a * b)::ColsAtCompileTime>;"]
    for i in range(1, count + 1):
        left, right = f"Eigen::Matrix<float, {i + 1}, 650>", f"Eigen::Matrix<float, 650, {i + 2}>"
        lines.append(f"using result_{i} = decltype(product(value<{left}>(), value<{right}>()));")
    return "\n".join(lines) + "\n"


def tensor(*axes, element="float"):
    return f"value<sp::tensor<{element}, {', '.join(axes)}>>()"


def one_of(operation, i):
    """A check of the operation that no other `i` gives."""
    length, width, more = axis("L", i), axis("D", i + 1), axis("F", i + 2)
    batch, heads, size, keys = axis("B", 2), axis("H", 8), axis("Dk", i), axis("S", i + 1)
    fused = f"sp::fused<{heads}, {size}>"
    vocabulary = axis("V", i + 3)
    return {
        "matmul": f"matmul({tensor(batch, heads, length, size)}, {tensor(batch, heads, size, keys)})",
        "linear": f"linear({tensor(batch, length, width)}, {tensor(width, more)})",
        "einsum": 'einsum<"B L H Dk, B S H Dk -> B H L S">'
                  f"({tensor(batch, length, heads, size)}, {tensor(batch, keys, heads, size)})",
        "+": f"operator+({tensor(batch, length, width)}, {tensor(width)})",
        "softmax": f'softmax<"S">({tensor(batch, heads, length, keys)})',
        "layer_norm": f'layer_norm<"D">({tensor(batch, length, width)}, {tensor(width)}, {tensor(width)})',
        "embed": f"embed({tensor(vocabulary, width)}, "
                 f"{tensor(batch, length, element=f'sp::index<{vocabulary}>')})",
        "transpose": f'transpose<"L", "H">({tensor(batch, length, heads, size)})',
        "split": f'split<"(H Dk)">({tensor(batch, length, fused)})',
        "merge": f'merge<"H", "Dk">({tensor(batch, length, heads, size)})',
        "reshape": f"reshape<{batch}, {length}, {heads}, {size}>({tensor(batch, length, fused)})",
        "rearrange": f'rearrange<"B L (H Dk) -> B H L Dk">({tensor(batch, length, fused)})',
        "concat": f'concat<"S">({tensor(batch, keys, size)}, {tensor(batch, axis("S", 1), size)})',
        "slice": f'slice<"S", 0, {i}>({tensor(batch, keys, size)})',
    }[operation]


operations = ["matmul", "linear", "einsum", "+", "softmax", "layer_norm", "embed", "transpose", "split", "merge", "reshape",
              "rearrange", "concat", "slice"]


def checks(operation, count):
    lines = ["#include <shapeproof/shapeproof.hpp>", "namespace sp = shapeproof;", "template <class X> X const& value();"]
    lines += [f"using result_{i} = decltype(sp::{one_of(operation, i)});" for i in range(1, count + 1)]
    return "\n".join(lines) + "\n"


family = """#include <shapeproof/io/{header}>
#include <shapeproof/llm/forward.hpp>
#include <shapeproof/llm/sample.hpp>
#include <shapeproof/llm/token_ids.hpp>
namespace sp = shapeproof;
namespace llm = sp::llm;
using model = llm::{model};
std::size_t tell(char const* path) {{
  auto const loaded = sp::io::{load}<model>(sp::io::open_weights(path));
  auto batch = llm::token_rows<model::V>(std::vector<std::vector<int>>{{{{1, 2, 3}}}}, 512);
  auto step = llm::prefill(batch.ids, loaded.weights,
                           llm::empty_caches<model>(loaded.layers(), 64, loaded.sizes, batch.padding, sp::bind<"B">(1)));
  llm::random_stream random;
  for (int i = 0; i < 60; ++i)
    step = llm::decode(llm::sample(step.logits, {{}}, random), loaded.weights, std::move(step.caches));
  return llm::sample(step.logits, {{}}, random)(0).value();
}}
"""
note = """#include <shapeproof/llm/fill.hpp>
#include <shapeproof/llm/forward.hpp>
#include <shapeproof/llm/note.hpp>
#include <shapeproof/llm/sample.hpp>
#include <shapeproof/llm/token_ids.hpp>
namespace sp = shapeproof;
namespace llm = sp::llm;
using model = llm::note_model;
std::size_t tell() {
  llm::model_weights<model> weights;
  weights.blocks.resize(1);
  llm::fill_from_seed(weights, 1, [](std::string const&, std::size_t) {});
  auto step = llm::prefill(llm::token_ids<model::V>(std::vector<int>{1, 2, 3}), weights, llm::empty_caches<model>(1, 64));
  llm::random_stream random;
  for (int i = 0; i < 60; ++i)
    step = llm::decode(llm::sample(step.logits, {}, random)(0), weights, std::move(step.caches));
  return llm::sample(step.logits, {}, random)(0).value();
}
"""


def programs(folder):
    def written(name, text):
        path = folder / f"{name}.cpp"
        path.write_text(text)
        return path

    result = {f"matmul {n}": written(f"matmul_{n}", matmul_checks(n)) for n in counts}
    result |= {f"eigen {n}": written(f"eigen_{n}", eigen_products(n)) for n in eigen_counts}
    result["<string> and <vector>"] = written("standard", "#include <string>\n#include <vector>\n")
    result["<shapeproof/shapeproof.hpp>"] = written("everything", "#include <shapeproof/shapeproof.hpp>\n")
    result["proof of the pipeline"] = root / "static_tests/llm/pipeline.cpp"
    result["proof of the Llama family"] = root / "static_tests/llm/llama.cpp"
    result["proof of the GPT-2 family"] = root / "static_tests/llm/gpt2.cpp"
    result |= {f"{operation} x {operation_count}": written(f"operation_{i}", checks(operation, operation_count))
               for i, operation in enumerate(operations)}
    # Whole programs, with code: loading, prefill, decode and sampling.
    result["program: note"] = written("program_note", note)
    result["program: Llama"] = written("program_llama", family.format(header="llama_file.hpp", load="load_llama",
                                                                      model="interleaved_llama"))
    result["program: GPT-2"] = written("program_gpt2", family.format(header="gpt2_file.hpp", load="load_gpt2",
                                                                     model="any_gpt2"))
    return result
