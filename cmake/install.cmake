# SPDX-License-Identifier: BSL-1.0
# The files that CMake and pkg-config find an installed copy by.
include(CMakePackageConfigHelpers)
configure_package_config_file(cmake/shapeproof-config.cmake.in shapeproof-config.cmake
                              INSTALL_DESTINATION ${SHAPEPROOF_PACKAGE_DIR})
write_basic_package_version_file(shapeproof-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/shapeproof-config.cmake ${PROJECT_BINARY_DIR}/shapeproof-config-version.cmake
              cmake/shapeproof-dependencies.cmake
        DESTINATION ${SHAPEPROOF_PACKAGE_DIR})

# What shows tensors in gdb and lldb.
install(FILES tools/debuggers/shapeproof_types.py tools/debuggers/shapeproof_gdb.py tools/debuggers/shapeproof_lldb.py
        DESTINATION ${CMAKE_INSTALL_DATADIR}/shapeproof/debuggers)

# The way from the .pc files to the prefix, so that the whole tree can be moved.
file(RELATIVE_PATH up "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
string(REGEX REPLACE "/$" "" up "${up}")
function(shapeproof_pkgconfig name description requires libraries)
  if(libraries)
    string(PREPEND libraries " -L\${libdir} ")
  endif()
  configure_file(cmake/shapeproof.pc.in ${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()
shapeproof_pkgconfig(shapeproof-types "${PROJECT_DESCRIPTION}: headers only" "" "")
if(TARGET shapeproof_kernels)
  set(threads)
  if(NOT left_out_openmp)
    set(threads " ${OpenMP_CXX_FLAGS}")
  endif()
  shapeproof_pkgconfig(shapeproof "${PROJECT_DESCRIPTION}" shapeproof-types "-lshapeproof_kernels${threads}")
endif()
if(TARGET shapeproof_tokenizer)
  shapeproof_pkgconfig(shapeproof-tokenizer "Tokenizers of Shapeproof" shapeproof-types
                       "-lshapeproof_tokenizer -lsentencepiece -lutf8proc")
endif()
if(TARGET shapeproof_files)
  shapeproof_pkgconfig(shapeproof-files "Weight files of Shapeproof" shapeproof "-lshapeproof_files")
endif()
if(TARGET shapeproof_mpi)
  get_target_property(mpi MPI::MPI_CXX INTERFACE_LINK_LIBRARIES)  # files
  list(JOIN mpi " " mpi)
  shapeproof_pkgconfig(shapeproof-mpi "Shapeproof over MPI" shapeproof "-lshapeproof_mpi ${mpi}")
endif()
