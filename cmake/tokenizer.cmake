# SPDX-License-Identifier: BSL-1.0
# Text to token ids and back.
list(TRANSFORM tokenizers REPLACE "(.+)" "src/io/\\1.cpp" OUTPUT_VARIABLE sources)
list(APPEND sources src/io/text_stream.cpp src/io/gpt2_words.cpp src/io/utf8.cpp)
add_library(shapeproof_tokenizer STATIC ${sources})
target_sources(shapeproof_tokenizer PUBLIC FILE_SET HEADERS BASE_DIRS include FILES ${tokenizer_headers})
# The parser is headers only, and in no header of ours: who uses the installed library does not need it.
target_link_libraries(shapeproof_tokenizer PUBLIC shapeproof_types
                      PRIVATE shapeproof::sentencepiece shapeproof::utf8proc
                              $<BUILD_INTERFACE:nlohmann_json::nlohmann_json>)
shapeproof_component(tokenizer shapeproof_tokenizer)
