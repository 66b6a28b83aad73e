# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# What is installed, in three components.
#   xdpbond_runtime      the command, its man pages and completion, systemd's units, what an operator reads
#   xdpbond_development  headers, xdpbond_add_program() and friends, the targets xdpbond::xdpbond and, where it was
#                        built, xdpbond::control; the same for pkg-config
#   xdpbond_license      the license texts
include(CMakePackageConfigHelpers)

option(XDPBOND_INSTALL "Install xdpbond's headers, CMake functions and targets" ${PROJECT_IS_TOP_LEVEL})
if(NOT XDPBOND_INSTALL)
    return()
endif()

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/xdpbond")

set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME xdpbond_development)
install(DIRECTORY include/xdpbond DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
    FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp")
install(TARGETS xdpbond EXPORT xdpbond-targets)
install(EXPORT xdpbond-targets NAMESPACE xdpbond:: DESTINATION "${package_dir}")

configure_package_config_file(cmake/xdpbond-config.cmake.in "${PROJECT_BINARY_DIR}/xdpbond-config.cmake"
    INSTALL_DESTINATION "${package_dir}" NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/xdpbond-config-version.cmake" COMPATIBILITY SameMinorVersion)
install(FILES
    "${PROJECT_BINARY_DIR}/xdpbond-config.cmake"
    "${PROJECT_BINARY_DIR}/xdpbond-config-version.cmake"
    cmake/write_skeleton.sh cmake/xdpbond_program.cmake cmake/xdpbond_tools.cmake
    DESTINATION "${package_dir}")

# The files for pkg-config name every folder by its way from their own: what was installed may be moved as a whole.
set(pc_folder "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig")
file(RELATIVE_PATH pc_prefix "${pc_folder}" "${CMAKE_INSTALL_PREFIX}")
string(REGEX REPLACE "/$" "" pc_prefix "${pc_prefix}")
file(RELATIVE_PATH pc_includedir "${CMAKE_INSTALL_PREFIX}" "${CMAKE_INSTALL_FULL_INCLUDEDIR}")
file(RELATIVE_PATH pc_libdir "${CMAKE_INSTALL_PREFIX}" "${CMAKE_INSTALL_FULL_LIBDIR}")
configure_file(cmake/xdpbond.pc.in xdpbond.pc @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/xdpbond.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")

if(TARGET xdpbond_control)
    install(TARGETS xdpbond_control EXPORT xdpbond-control-targets ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
    install(EXPORT xdpbond-control-targets NAMESPACE xdpbond:: DESTINATION "${package_dir}")
    configure_file(cmake/xdpbond-control.pc.in xdpbond-control.pc @ONLY)
    install(FILES "${PROJECT_BINARY_DIR}/xdpbond-control.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
endif()

set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME xdpbond_runtime)
if(TARGET xdpbond-load)
    install(TARGETS xdpbond-load RUNTIME DESTINATION "${CMAKE_INSTALL_SBINDIR}")
    install(FILES docs/xdpbond-load.8 DESTINATION "${CMAKE_INSTALL_MANDIR}/man8")
    install(FILES docs/xdpbond.toml.5 DESTINATION "${CMAKE_INSTALL_MANDIR}/man5")
    add_subdirectory(systemd)
    install(FILES completions/xdpbond-load DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions")
endif()
file(GLOB documents CONFIGURE_DEPENDS docs/*.md)
install(FILES README.md ${documents} DESTINATION "${CMAKE_INSTALL_DOCDIR}")

install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT xdpbond_license)
install(DIRECTORY LICENSES DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT xdpbond_license)

if(PROJECT_IS_TOP_LEVEL)
    include(cmake/package.cmake)
endif()
