# SPDX-License-Identifier: BSL-1.0
# Readers and writers of weight files.
set(sources ${files} problem_list safetensors_header tensor_checks)
list(TRANSFORM sources REPLACE "(.+)" "src/io/\\1.cpp")
add_library(shapeproof_files STATIC ${sources})
target_sources(shapeproof_files PUBLIC FILE_SET HEADERS BASE_DIRS include FILES ${files_headers})
target_link_libraries(shapeproof_files PUBLIC shapeproof_types
                      PRIVATE shapeproof_kernels $<BUILD_INTERFACE:nlohmann_json::nlohmann_json>)
shapeproof_component(files shapeproof_files)
