# SPDX-License-Identifier: BSL-1.0
# Parts that may be left out: the option SHAPEPROOF_<PART> is ON, OFF, or AUTO: there if what it needs is there.

# Sets `left_out_<part>` to why the part is left out, or to nothing. ON without what the part needs is an error.
function(shapeproof_choose part without)
  string(TOUPPER SHAPEPROOF_${part} option)
  set(${option} AUTO CACHE STRING "The part ${part}: ON, OFF, or AUTO if what it needs is found")
  set_property(CACHE ${option} PROPERTY STRINGS AUTO ON OFF)
  set(reason "")
  if(NOT ${option})
    set(reason "${option} is ${${option}}")
  else()
    shapeproof_find(missing ${ARGN})
    if(missing AND NOT ${option} STREQUAL "AUTO")
      message(FATAL_ERROR "${option} is ${${option}}, which needs what was not found: ${missing}")
    elseif(missing)
      set(reason "not found: ${missing}")
    endif()
  endif()
  if(reason)
    message(STATUS "shapeproof: ${without}; ${reason}")
  endif()
  set(left_out_${part} "${reason}" PARENT_SCOPE)
endfunction()

# Names a target for users, and lists it for the component's installation.
function(shapeproof_component component)
  foreach(target ${ARGN})
    string(REPLACE "shapeproof_" "" name ${target})
    add_library(shapeproof::${name} ALIAS ${target})
    set_target_properties(${target} PROPERTIES EXPORT_NAME ${name} VERIFY_INTERFACE_HEADER_SETS ${PROJECT_IS_TOP_LEVEL}
                          POSITION_INDEPENDENT_CODE ON)
    if(NOT SHAPEPROOF_INSTALL)
      set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL ON)  # another project builds what it uses
    endif()
  endforeach()
  if(SHAPEPROOF_INSTALL)
    install(TARGETS ${ARGN} EXPORT shapeproof-${component} FILE_SET HEADERS FILE_SET borders)
    install(EXPORT shapeproof-${component} NAMESPACE shapeproof:: DESTINATION ${SHAPEPROOF_PACKAGE_DIR}
            FILE shapeproof-${component}-targets.cmake)
  endif()
endfunction()
