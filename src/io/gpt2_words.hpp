// SPDX-License-Identifier: BSL-1.0
/// How GPT-2 splits a text before its BPE.
#pragma once

#include <string_view>
#include <vector>

namespace shapeproof::io::detail {

/// The words of a text (UTF-8), which together are the text: the matches of GPT-2's regular expression
/// 's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+ where \s is Unicode's White_Space.
std::vector<std::string_view> gpt2_words(std::string_view text);

}  // namespace shapeproof::io::detail
