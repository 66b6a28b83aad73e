# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# Every pure header, alone and all together, compiles without a warning as C11 and as C++20, by each compiler here.

set(include "${PROJECT_SOURCE_DIR}/include")
file(GLOB pure_headers CONFIGURE_DEPENDS RELATIVE "${include}" "${include}/xdpbond/bpf/*.h")
list(FILTER pure_headers EXCLUDE REGEX "\\.bpf\\.h$")

set(sources)
set(together "")
foreach(header IN LISTS pure_headers)
    cmake_path(GET header STEM stem)
    set(source "${CMAKE_CURRENT_BINARY_DIR}/alone_${stem}.c")
    file(CONFIGURE OUTPUT "${source}" CONTENT "#include <${header}>\n" @ONLY)
    list(APPEND sources "${source}")
    string(APPEND together "#include <${header}>\n")
endforeach()
set(source "${CMAKE_CURRENT_BINARY_DIR}/all_headers.c")
file(CONFIGURE OUTPUT "${source}" CONTENT "${together}" @ONLY)
list(APPEND sources "${source}")

function(xdpbond_test_headers name)
    find_program(compiler NAMES ${name} NO_CACHE)
    if(NOT compiler)
        message(STATUS "tests: ${name} was not found, it does not check the headers")
        return()
    endif()
    add_test(NAME headers.${name}
        COMMAND "${compiler}" ${ARGN} -Wall -Wextra -Wpedantic -Werror -fsyntax-only -I${include} ${sources})
    set_tests_properties(headers.${name} PROPERTIES LABELS pure)
endfunction()

xdpbond_test_headers(gcc -std=c11)
xdpbond_test_headers(clang -std=c11)
xdpbond_test_headers(g++ -std=c++20 -x c++)
xdpbond_test_headers(clang++ -std=c++20 -x c++)
