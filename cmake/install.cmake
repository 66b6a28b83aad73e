# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# What is installed for those who build with xdpbond: headers, xdpbond_add_program() and friends, and the targets
# xdpbond::xdpbond and, where it was built, xdpbond::control.
include(CMakePackageConfigHelpers)

option(XDPBOND_INSTALL "Install xdpbond's headers, CMake functions and targets" ${PROJECT_IS_TOP_LEVEL})
if(NOT XDPBOND_INSTALL)
    return()
endif()

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/xdpbond")

install(DIRECTORY include/xdpbond DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
    FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp")

install(TARGETS xdpbond EXPORT xdpbond-targets)
install(EXPORT xdpbond-targets NAMESPACE xdpbond:: DESTINATION "${package_dir}")
if(TARGET xdpbond_control)
    install(TARGETS xdpbond_control EXPORT xdpbond-control-targets ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
    install(EXPORT xdpbond-control-targets NAMESPACE xdpbond:: DESTINATION "${package_dir}")
endif()

configure_package_config_file(cmake/xdpbond-config.cmake.in "${PROJECT_BINARY_DIR}/xdpbond-config.cmake"
    INSTALL_DESTINATION "${package_dir}" NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/xdpbond-config-version.cmake" COMPATIBILITY SameMinorVersion)
install(FILES
    "${PROJECT_BINARY_DIR}/xdpbond-config.cmake"
    "${PROJECT_BINARY_DIR}/xdpbond-config-version.cmake"
    cmake/write_skeleton.sh cmake/xdpbond_program.cmake cmake/xdpbond_tools.cmake
    DESTINATION "${package_dir}")
