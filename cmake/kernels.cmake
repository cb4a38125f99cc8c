# SPDX-License-Identifier: BSL-1.0
# The kernels: plain functions of pointers and sizes, compiled once; with them the messages between ranks.
# shapeproof::shapeproof is types and kernels.
shapeproof_choose(openmp "the kernels run on one thread" OpenMP)

file(GLOB sources CONFIGURE_DEPENDS src/cpu/*.cpp src/llm/*.cpp src/serving/*.cpp)
# The tiles of packed products are compiled for several CPUs, whatever this one is, and chosen at run time.
list(FILTER sources EXCLUDE REGEX "/packed_(portable|avx2|avx512)\\.cpp$")
add_library(shapeproof_tiles OBJECT src/cpu/packed_portable.cpp)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  target_sources(shapeproof_tiles PRIVATE src/cpu/packed_avx2.cpp src/cpu/packed_avx512.cpp)
  set_source_files_properties(src/cpu/packed_avx2.cpp PROPERTIES COMPILE_OPTIONS "-mavx2;-mfma")
  set_source_files_properties(src/cpu/packed_avx512.cpp PROPERTIES COMPILE_OPTIONS "-mavx512f;-mfma")
endif()
target_include_directories(shapeproof_tiles PRIVATE include)
target_compile_features(shapeproof_tiles PRIVATE cxx_std_20)
target_compile_options(shapeproof_tiles PRIVATE -O3)
target_link_libraries(shapeproof_tiles PRIVATE $<TARGET_NAME_IF_EXISTS:shapeproof_warnings>)
set_target_properties(shapeproof_tiles PROPERTIES POSITION_INDEPENDENT_CODE ON EXCLUDE_FROM_ALL ON)

add_library(shapeproof_kernels STATIC ${sources} $<TARGET_OBJECTS:shapeproof_tiles>)
target_link_libraries(shapeproof_kernels PUBLIC shapeproof_types)
if(left_out_openmp)
  target_compile_options(shapeproof_kernels PRIVATE -fopenmp-simd)  # the loops' pragmas need no library
else()
  target_link_libraries(shapeproof_kernels PRIVATE OpenMP::OpenMP_CXX)
  set(needs_of_kernels OpenMP)
endif()
# Clang 19 finds fault with what -march=native itself says of some CPUs.
target_compile_options(shapeproof_kernels PRIVATE -O3 $<$<BOOL:${SHAPEPROOF_NATIVE}>:-march=native>)
if(CMAKE_CXX_COMPILER_ID STREQUAL Clang AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 19)
  target_compile_options(shapeproof_kernels PRIVATE -Wno-invalid-feature-combination)
endif()

add_library(shapeproof INTERFACE)
target_link_libraries(shapeproof INTERFACE shapeproof_types shapeproof_kernels)
shapeproof_component(kernels shapeproof_kernels shapeproof)
