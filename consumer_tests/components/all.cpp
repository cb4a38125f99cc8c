// SPDX-License-Identifier: BSL-1.0
/// Every component at work: a text through the tokenizer of models/, a product, and the tensors of a weight file.
#include <shapeproof/io/sentencepiece_tokenizer.hpp>
#include <shapeproof/io/weight_file.hpp>
#include <shapeproof/shapeproof.hpp>

#include <cstdio>
#include <string>

namespace sp = shapeproof;
namespace io = shapeproof::io;

int main(int, char** arguments) {
  std::string const models = arguments[1];
  io::sentencepiece_tokenizer const tokenizer(models + "/bpe6000/ci6000.model");
  std::string const text = "你好";
  bool const same = tokenizer.decode(tokenizer.encode(text)) == text;

  sp::tensor<float, sp::axis<"L", 1>, sp::axis<"D", 2>> x;
  sp::tensor<float, sp::axis<"D", 2>, sp::axis<"F", 1>> w;
  x.data()[0] = x.data()[1] = w.data()[0] = w.data()[1] = 3;
  float const product = sp::matmul(x, w)(0, 0);

  auto const file = io::open_weights(models + "/ci-gpt2-6000/ci_gpt2.safetensors");
  std::printf("%zu pieces, %s, %g, %s\n", tokenizer.size(), same ? "the same text" : "another text",
              static_cast<double>(product), file.contents().tensors.empty() ? "no tensors" : "tensors");
}
