# SPDX-License-Identifier: BSL-1.0
# Every target of the project itself is compiled without a warning.
add_library(shapeproof_warnings INTERFACE)
target_compile_options(shapeproof_warnings INTERFACE -Wall -Wextra -Wconversion -Wshadow -Werror)
foreach(target shapeproof_kernels shapeproof_tokenizer shapeproof_files shapeproof_mpi)
  if(TARGET ${target})
    target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:shapeproof_warnings>)
  endif()
endforeach()
