# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# From source to loadable XDP program.
#
#   xdpbond_add_skeleton(NAME file.bpf.c [INCLUDES folder…] [DEFINITIONS definition…])
#       BPF C → NAME.bpf.o (stripped, with BTF) → NAME.skel.h, in the current binary folder.
#       NAME is a C identifier: the skeleton's prefix.
#
#   xdpbond_add_program(NAME file.xdp.cpp [INCLUDES folder…] [DEFINITIONS definition…])
#       The composition `using NAME = xdpbond::program<…>;` (outside of any namespace) in file.xdp.cpp → NAME.bpf.c
#       → the same as above.
#       Headers of its stages are looked for beside file.xdp.cpp and in INCLUDES.
#
#   xdpbond_add_programs(TARGET file.xdp.cpp PROGRAMS name… [INCLUDES folder…] [DEFINITIONS definition…])
#       The same for several programs of one file, which the host compiler reads once.
#
# All make the interface target NAME_skel: the header's folder, and libbpf to link. Objects depend on every header
# they include and have the same bytes wherever the sources and the build lie. A failed step leaves no output.

include_guard(GLOBAL)
cmake_policy(VERSION 3.25)

include("${CMAKE_CURRENT_LIST_DIR}/xdpbond_tools.cmake")

function(xdpbond_add_skeleton name source)
    cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "INCLUDES;DEFINITIONS")
    _xdpbond_check_arguments(xdpbond_add_skeleton)
    _xdpbond_find_tools()

    cmake_path(ABSOLUTE_PATH source NORMALIZE)
    cmake_path(GET source PARENT_PATH folder)
    # A file in the build folder is named relative to it: its folder's place must not show in the object.
    if(folder STREQUAL CMAKE_CURRENT_BINARY_DIR)
        cmake_path(GET source FILENAME input)
        set(hide_folder)
    else()
        set(input "${source}")
        set(hide_folder "-ffile-prefix-map=${folder}/=")
    endif()

    set(library "$<TARGET_PROPERTY:xdpbond::xdpbond,INTERFACE_INCLUDE_DIRECTORIES>")
    set(includes ${arg_INCLUDES})
    list(TRANSFORM includes PREPEND "-I")
    set(hide_includes ${arg_INCLUDES})
    list(TRANSFORM hide_includes REPLACE "(.+)" "-ffile-prefix-map=\\1/=")
    list(TRANSFORM arg_DEFINITIONS PREPEND "-D")

    set(object "${CMAKE_CURRENT_BINARY_DIR}/${name}.bpf.o")
    add_custom_command(
        OUTPUT "${object}"
        COMMAND "${XDPBOND_CLANG}" -target bpf -mcpu=v3 -std=gnu11 -O2 -Wall -Wextra
                -g -gdwarf-5 -gembed-source # source lines get into BTF although their paths are rewritten
                -fno-ident -fdebug-compilation-dir=.
                "-ffile-prefix-map=$<JOIN:${library},/=;-ffile-prefix-map=>/=" ${hide_folder} ${hide_includes}
                ${arg_DEFINITIONS} ${includes} "-I$<JOIN:${library},;-I>" ${_xdpbond_libbpf_includes}
                -idirafter "${XDPBOND_ASM_INCLUDE_DIR}"
                -MD -MF ${name}.bpf.o.d -MT ${name}.bpf.o -c "${input}" -o ${name}.bpf.o.full
        COMMAND "${XDPBOND_LLVM_STRIP}" -g -o ${name}.bpf.o.part ${name}.bpf.o.full
        COMMAND "${CMAKE_COMMAND}" -E rename ${name}.bpf.o.part ${name}.bpf.o
        COMMAND "${CMAKE_COMMAND}" -E rm ${name}.bpf.o.full
        DEPENDS "${source}"
        DEPFILE ${name}.bpf.o.d
        WORKING_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}"
        COMMENT "Compiling ${name}.bpf.o"
        COMMAND_EXPAND_LISTS VERBATIM)

    set(write_skeleton "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/write_skeleton.sh")
    set(skeleton "${CMAKE_CURRENT_BINARY_DIR}/${name}.skel.h")
    add_custom_command(
        OUTPUT "${skeleton}"
        COMMAND sh "${write_skeleton}" "${XDPBOND_BPFTOOL}" "${object}" ${name} "${skeleton}"
        DEPENDS "${object}" "${write_skeleton}"
        COMMENT "Generating ${name}.skel.h"
        VERBATIM)

    add_custom_target(${name}_skel_header DEPENDS "${skeleton}")
    add_library(${name}_skel INTERFACE)
    add_dependencies(${name}_skel ${name}_skel_header)
    target_include_directories(${name}_skel SYSTEM INTERFACE "${CMAKE_CURRENT_BINARY_DIR}")
    target_link_libraries(${name}_skel INTERFACE xdpbond::xdpbond PkgConfig::XDPBOND_LIBBPF)
endfunction()

function(xdpbond_add_program name source)
    xdpbond_add_programs(${name} "${source}" PROGRAMS ${name} ${ARGN})
endfunction()

function(xdpbond_add_programs name source)
    cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "PROGRAMS;INCLUDES;DEFINITIONS")
    _xdpbond_check_arguments(xdpbond_add_program)
    _xdpbond_find_tools()

    cmake_path(ABSOLUTE_PATH source NORMALIZE)
    cmake_path(GET source PARENT_PATH folder)
    cmake_path(GET source FILENAME file)

    # The host compiler writes each text into a section of its own, and objcopy takes it out: no program is run here.
    set(texts "#include \"${source}\"\n\n#include <xdpbond/source.hpp>\n")
    foreach(program IN LISTS arg_PROGRAMS)
        string(APPEND texts "\n[[gnu::used, gnu::section(\".xdpbond.src.${program}\")]] "
                            "static constexpr auto xdpbond_source_${program} =\n"
                            "    xdpbond::source_of<::${program}, \"${file}\">;\n")
    endforeach()
    file(CONFIGURE OUTPUT ${name}.text.cpp CONTENT "${texts}" @ONLY)

    add_library(${name}_text OBJECT "${CMAKE_CURRENT_BINARY_DIR}/${name}.text.cpp")
    target_compile_definitions(${name}_text PRIVATE ${arg_DEFINITIONS})
    target_include_directories(${name}_text PRIVATE ${arg_INCLUDES})
    # Optimising would take time, link-time optimisation would leave no section, a sanitizer would pad it.
    target_compile_options(${name}_text PRIVATE -O0 -fno-lto -fno-sanitize=all)
    target_link_libraries(${name}_text PRIVATE xdpbond::xdpbond)
    set_target_properties(${name}_text PROPERTIES INTERPROCEDURAL_OPTIMIZATION OFF)

    foreach(program IN LISTS arg_PROGRAMS)
        set(text "${CMAKE_CURRENT_BINARY_DIR}/${program}.bpf.c")
        add_custom_command(
            OUTPUT "${text}"
            COMMAND "${XDPBOND_OBJCOPY}" -O binary --only-section=.xdpbond.src.${program}
                    "$<TARGET_OBJECTS:${name}_text>" "${text}.part"
            COMMAND "${CMAKE_COMMAND}" -E rename "${text}.part" "${text}"
            DEPENDS "$<TARGET_OBJECTS:${name}_text>"
            COMMENT "Generating ${program}.bpf.c"
            VERBATIM)
        xdpbond_add_skeleton(${program} "${text}" INCLUDES "${folder}" ${arg_INCLUDES} DEFINITIONS ${arg_DEFINITIONS})
        # Makefiles know how to make an object only within the target that it belongs to.
        add_dependencies(${program}_skel_header ${name}_text)
    endforeach()
endfunction()

# Refuses what the caller's PARSE_ARGV could not place, and a name that is no C identifier.
macro(_xdpbond_check_arguments function)
    if(DEFINED arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "${function}(${name}): unknown arguments: ${arg_UNPARSED_ARGUMENTS}")
    endif()
    if(NOT "${name}" MATCHES "^[A-Za-z_][A-Za-z0-9_]*$")
        message(FATAL_ERROR "${function}(${name}): the name must be a C identifier")
    endif()
    set(folders "${arg_INCLUDES}")
    set(arg_INCLUDES)
    foreach(entry IN LISTS folders)
        cmake_path(ABSOLUTE_PATH entry NORMALIZE)
        list(APPEND arg_INCLUDES "${entry}")
    endforeach()
endmacro()
