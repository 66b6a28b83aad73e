# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# Two Debian packages of what install.cmake installs: xdpbond, for those who run bonds, and libxdpbond-dev, for those
# who build programs. `cmake --workflow --preset deb` makes both.

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME xdpbond)
set(CPACK_PACKAGE_CONTACT "xdpbond maintainers <maintainers@xdpbond.invalid>" CACHE STRING
    "Who answers for a package: Name <address>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_COMPONENTS_ALL xdpbond_runtime xdpbond_development)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
# Folders and files have the same rights whoever makes the package.
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
# What is Debian's way alone: compressed pages, a change log, a copyright file, one time for all files.
set(CPACK_PRE_BUILD_SCRIPTS "${PROJECT_SOURCE_DIR}/cmake/debian/finish.cmake")
set(CPACK_XDPBOND_SOURCE_DIR "${PROJECT_SOURCE_DIR}")

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)

set(CPACK_DEBIAN_XDPBOND_RUNTIME_PACKAGE_NAME xdpbond)
set(CPACK_DEBIAN_XDPBOND_RUNTIME_PACKAGE_SECTION net)
set(CPACK_DEBIAN_XDPBOND_RUNTIME_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_XDPBOND_RUNTIME_PACKAGE_CONTROL_EXTRA
    "${PROJECT_SOURCE_DIR}/cmake/debian/postinst;${PROJECT_SOURCE_DIR}/cmake/debian/prerm;${PROJECT_SOURCE_DIR}/cmake/debian/postrm")
set(CPACK_DEBIAN_XDPBOND_RUNTIME_PACKAGE_SUGGESTS "bash-completion, ethtool, iproute2")
set(CPACK_DEBIAN_XDPBOND_RUNTIME_DESCRIPTION "link aggregation inside XDP programs
The xdpbond-load command makes bonds out of network interfaces without a bond
device: one XDP program, attached to every slave, chooses the slave that each
frame leaves through. Modes, transmit hash policies and options have the names,
numbers and answers of the kernel's bonding. Needs Linux 6.1 or later.")

set(CPACK_DEBIAN_XDPBOND_DEVELOPMENT_PACKAGE_NAME libxdpbond-dev)
set(CPACK_DEBIAN_XDPBOND_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_XDPBOND_DEVELOPMENT_PACKAGE_DEPENDS "libbpf-dev (>= 1:1.0), libnl-3-dev, libnl-route-3-dev")
# What xdpbond_add_program() and xdpbond_add_skeleton() call.
set(CPACK_DEBIAN_XDPBOND_DEVELOPMENT_PACKAGE_RECOMMENDS "binutils, bpftool, clang, linux-libc-dev, llvm, pkg-config")
set(CPACK_DEBIAN_XDPBOND_DEVELOPMENT_PACKAGE_SUGGESTS "cmake, xdpbond (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_XDPBOND_DEVELOPMENT_DESCRIPTION "link aggregation inside XDP programs - development files
Headers to compose XDP programs with bonds in C++20 or to use bonds in BPF C,
the control plane as a static library, and the files that CMake and pkg-config
find them by.")

include(CPack)
