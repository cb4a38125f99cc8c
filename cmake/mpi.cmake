# SPDX-License-Identifier: BSL-1.0
# Ranks as processes of MPI. Its headers are in none of ours; who links the installed library needs MPI's.
file(GLOB sources CONFIGURE_DEPENDS src/mpi/*.cpp)
add_library(shapeproof_mpi STATIC ${sources})
target_sources(shapeproof_mpi PUBLIC FILE_SET HEADERS BASE_DIRS include FILES ${mpi_headers})
target_link_libraries(shapeproof_mpi PUBLIC shapeproof_types PRIVATE shapeproof_kernels MPI::MPI_CXX)
target_compile_definitions(shapeproof_mpi PRIVATE SHAPEPROOF_VERSION="${PROJECT_VERSION}")
shapeproof_component(mpi shapeproof_mpi)
