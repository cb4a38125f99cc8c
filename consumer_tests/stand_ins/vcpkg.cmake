# SPDX-License-Identifier: BSL-1.0
# Runs a portfile as vcpkg would, without vcpkg: its helper functions, as far as its documentation says what they do, for
# a triplet that builds static release libraries. Needs PORT, PORT_DIR, VERSION, FEATURES, SOURCE (what is downloaded),
# WORK (a folder) and COMPILER.
cmake_minimum_required(VERSION 3.24)
set(CURRENT_PORT_DIR ${PORT_DIR})
set(CURRENT_BUILDTREES_DIR ${WORK}/buildtrees)
set(CURRENT_PACKAGES_DIR ${WORK}/packages)
set(VCPKG_BUILD_TYPE release)
set(VCPKG_LIBRARY_LINKAGE static)

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "failed: ${ARGN}")
  endif()
endfunction()

function(parse prefix values lists)
  cmake_parse_arguments(PARSE_ARGV 3 ${prefix} "" "${values}" "${lists}")
  if(${prefix}_UNPARSED_ARGUMENTS OR ${prefix}_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "arguments: ${${prefix}_UNPARSED_ARGUMENTS} ${${prefix}_KEYWORDS_MISSING_VALUES}")
  endif()
  foreach(name ${values} ${lists})
    set(${prefix}_${name} "${${prefix}_${name}}" PARENT_SCOPE)
  endforeach()
endfunction()

function(vcpkg_check_linkage)
  if(NOT "${ARGN}" STREQUAL "ONLY_STATIC_LIBRARY")
    message(FATAL_ERROR "linkage: ${ARGN}")
  endif()
endfunction()

function(vcpkg_from_github)
  parse(arg "OUT_SOURCE_PATH;REPO;REF;SHA512;HEAD_REF" "" ${ARGN})
  if(NOT arg_REPO MATCHES "^[^/]+/[^/]+$" OR NOT arg_REF STREQUAL "v${VERSION}" OR NOT DEFINED arg_SHA512)
    message(FATAL_ERROR "download: ${ARGN}")
  endif()
  set(${arg_OUT_SOURCE_PATH} ${SOURCE} PARENT_SCOPE)
endfunction()

function(vcpkg_check_features)
  parse(arg "OUT_FEATURE_OPTIONS" "FEATURES" ${ARGN})
  set(options)
  while(arg_FEATURES)
    list(POP_FRONT arg_FEATURES feature option)
    set(value OFF)
    if(feature IN_LIST FEATURES)
      set(value ON)
    endif()
    list(APPEND options -D${option}=${value})
  endwhile()
  set(${arg_OUT_FEATURE_OPTIONS} "${options}" PARENT_SCOPE)
endfunction()

function(vcpkg_cmake_configure)
  parse(arg "SOURCE_PATH" "OPTIONS;MAYBE_UNUSED_VARIABLES" ${ARGN})
  run(cmake -S ${arg_SOURCE_PATH} -B ${CURRENT_BUILDTREES_DIR}/rel -G Ninja -DCMAKE_BUILD_TYPE=Release
      -DCMAKE_INSTALL_PREFIX=${CURRENT_PACKAGES_DIR} -DCMAKE_CXX_COMPILER=${COMPILER} -DBUILD_SHARED_LIBS=OFF
      --no-warn-unused-cli ${arg_OPTIONS})
  # Each option is one of the project's.
  file(STRINGS ${CURRENT_BUILDTREES_DIR}/rel/CMakeCache.txt unknown REGEX ":UNINITIALIZED=")
  foreach(entry ${unknown})
    string(REGEX REPLACE ":.*" "" name "${entry}")
    if(NOT name IN_LIST arg_MAYBE_UNUSED_VARIABLES AND NOT name STREQUAL "BUILD_SHARED_LIBS")
      message(FATAL_ERROR "the project has no ${name}")
    endif()
  endforeach()
endfunction()

function(vcpkg_cmake_install)
  run(cmake --build ${CURRENT_BUILDTREES_DIR}/rel --target install)
endfunction()

# Moves a package's CMake files to share/<name>, and brings the way from them to the prefix up to date.
function(vcpkg_cmake_config_fixup)
  parse(arg "PACKAGE_NAME;CONFIG_PATH" "" ${ARGN})
  set(from ${CURRENT_PACKAGES_DIR}/${arg_CONFIG_PATH})
  set(to ${CURRENT_PACKAGES_DIR}/share/${PORT})
  if(NOT EXISTS ${from})
    message(FATAL_ERROR "${from} does not exist")
  endif()
  file(COPY ${from}/ DESTINATION ${to})  # beside what the project itself installs there
  file(REMOVE_RECURSE ${CURRENT_PACKAGES_DIR}/lib/cmake)
  file(GLOB files ${to}/*.cmake)
  set(up [[get_filename_component(_IMPORT_PREFIX "${_IMPORT_PREFIX}" PATH)]])
  foreach(name ${files})
    file(READ ${name} text)
    string(REPLACE "${up}\n${up}\n${up}\n" "${up}\n${up}\n" text "${text}")  # lib/cmake/<name> was one folder deeper
    string(REPLACE "\${CMAKE_CURRENT_LIST_DIR}/../../../" "\${CMAKE_CURRENT_LIST_DIR}/../../" text "${text}")
    file(WRITE ${name} "${text}")
  endforeach()
endfunction()

# The files must be relative to their own place already, and not name where they were built.
function(vcpkg_fixup_pkgconfig)
  file(GLOB files ${CURRENT_PACKAGES_DIR}/lib/pkgconfig/*.pc)
  foreach(name ${files})
    file(READ ${name} text)
    if(NOT text MATCHES "\\\${pcfiledir}" OR text MATCHES "${WORK}")
      message(FATAL_ERROR "${name}:\n${text}")
    endif()
  endforeach()
endfunction()

function(vcpkg_install_copyright)
  parse(arg "" "FILE_LIST" ${ARGN})
  file(INSTALL ${arg_FILE_LIST} DESTINATION ${CURRENT_PACKAGES_DIR}/share/${PORT} RENAME copyright)
endfunction()

include(${PORT_DIR}/portfile.cmake)
