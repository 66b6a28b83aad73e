# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# The tools that BPF programs are built with: found once, on first use; each missing one is named with its package.

macro(_xdpbond_find_tools)
    _xdpbond_find_tool(XDPBOND_CLANG "clang 14 or later" "clang"
        clang clang-20 clang-19 clang-18 clang-17 clang-16 clang-15 clang-14)
    _xdpbond_find_tool(XDPBOND_LLVM_STRIP "llvm-strip" "llvm"
        llvm-strip llvm-strip-20 llvm-strip-19 llvm-strip-18 llvm-strip-17 llvm-strip-16 llvm-strip-15 llvm-strip-14)
    _xdpbond_find_tool(XDPBOND_BPFTOOL "bpftool" "bpftool" bpftool)
    # The toolchain's own, which knows the target's object format in a cross build.
    if(CMAKE_OBJCOPY)
        set(XDPBOND_OBJCOPY "${CMAKE_OBJCOPY}")
    else()
        _xdpbond_find_tool(XDPBOND_OBJCOPY "objcopy" "binutils" objcopy llvm-objcopy)
    endif()

    # clang -target bpf does not look into Debian's folder of the machine's own headers.
    find_path(XDPBOND_ASM_INCLUDE_DIR asm/types.h DOC "Folder with the kernel header asm/types.h")
    if(NOT XDPBOND_ASM_INCLUDE_DIR)
        message(FATAL_ERROR "xdpbond: the kernel header asm/types.h was not found (Debian package linux-libc-dev)")
    endif()
    mark_as_advanced(XDPBOND_ASM_INCLUDE_DIR)

    if(NOT TARGET PkgConfig::XDPBOND_LIBBPF)
        find_package(PkgConfig QUIET)
        if(NOT PKG_CONFIG_FOUND)
            message(FATAL_ERROR "xdpbond: pkg-config was not found (Debian package pkg-config)")
        endif()
        pkg_check_modules(XDPBOND_LIBBPF QUIET IMPORTED_TARGET GLOBAL "libbpf>=1.0")
        if(NOT XDPBOND_LIBBPF_FOUND)
            message(FATAL_ERROR "xdpbond: libbpf 1.0 or later was not found (Debian package libbpf-dev)")
        endif()
    endif()
    get_target_property(_xdpbond_libbpf_includes PkgConfig::XDPBOND_LIBBPF INTERFACE_INCLUDE_DIRECTORIES)
    if(_xdpbond_libbpf_includes)
        list(TRANSFORM _xdpbond_libbpf_includes PREPEND "-I")
    else()
        set(_xdpbond_libbpf_includes)
    endif()
endmacro()

function(_xdpbond_find_tool variable what package)
    find_program(${variable} NAMES ${ARGN} PATHS /usr/sbin /sbin DOC "${what}, for building BPF programs")
    mark_as_advanced(${variable})
    if(NOT ${variable})
        message(FATAL_ERROR "xdpbond: ${what} was not found (Debian package ${package}); "
                            "install it, or set ${variable} to its path")
    endif()
endfunction()
