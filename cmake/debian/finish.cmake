# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# Run by cpack when everything that goes into the packages lies in its staging folders, one for each component.

cmake_minimum_required(VERSION 3.25)
set(source "${CPACK_XDPBOND_SOURCE_DIR}")

function(compress)
    execute_process(COMMAND gzip -9nf ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# The same sources give the same bytes: every time in a package is that of the last change to them.
if(DEFINED ENV{SOURCE_DATE_EPOCH})
    set(date "$ENV{SOURCE_DATE_EPOCH}")
else()
    execute_process(COMMAND git -C "${source}" log -1 --format=%ct
        OUTPUT_VARIABLE date OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(NOT date)
        file(TIMESTAMP "${source}/CHANGELOG.md" date "%s" UTC)
    endif()
    set(ENV{SOURCE_DATE_EPOCH} "${date}") # cpack's own files
endif()

foreach(component IN ITEMS RUNTIME DEVELOPMENT)
    string(TOLOWER "xdpbond_${component}" folder)
    set(root "${CPACK_TEMPORARY_DIRECTORY}/${folder}")
    if(NOT EXISTS "${root}/usr")
        message(FATAL_ERROR "nothing is staged in ${root}")
    endif()
    file(GLOB pages "${root}/usr/share/man/*/*.[1-9]")
    if(pages)
        compress(${pages})
    endif()
    set(documents "${root}/usr/share/doc/${CPACK_DEBIAN_XDPBOND_${component}_PACKAGE_NAME}")
    file(MAKE_DIRECTORY "${documents}")
    configure_file("${source}/cmake/debian/copyright" "${documents}/copyright" COPYONLY)
    configure_file("${source}/CHANGELOG.md" "${documents}/changelog" COPYONLY)
    compress("${documents}/changelog")
    execute_process(COMMAND chmod -R u=rwX,go=rX "${root}" COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND find "${root}" -exec touch -h -d "@${date}" {} +  COMMAND_ERROR_IS_FATAL ANY)
endforeach()
