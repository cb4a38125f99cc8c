# SPDX-License-Identifier: BSL-1.0
# Every target of the project itself is compiled without a warning.
add_library(shapeproof_warnings INTERFACE)
target_compile_options(shapeproof_warnings INTERFACE -Wall -Wextra -Wconversion -Wshadow -Werror)
target_link_libraries(shapeproof_kernels PRIVATE $<BUILD_INTERFACE:shapeproof_warnings>)
if(TARGET shapeproof_tokenizer)
  target_link_libraries(shapeproof_tokenizer PRIVATE $<BUILD_INTERFACE:shapeproof_warnings>)
endif()
