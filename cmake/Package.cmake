# What an installed coverme is found by: CMake's package, pkg-config's file, and
# Debian's package (`cpack -G DEB`). All of it can be moved.
include(CMakePackageConfigHelpers)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/coverme)
configure_package_config_file(cmake/package/covermeConfig.cmake.in
  covermeConfig.cmake INSTALL_DESTINATION ${package})
write_basic_package_version_file(covermeConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/covermeConfig.cmake
  ${PROJECT_BINARY_DIR}/covermeConfigVersion.cmake
  cmake/package/covermeFunctions.cmake DESTINATION ${package})
install(EXPORT covermeTargets NAMESPACE coverme:: DESTINATION ${package})

set(pkgconfig ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH COVERME_PREFIX_FROM_PC /prefix/${pkgconfig} /prefix)
configure_file(cmake/package/coverme.pc.in coverme.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/coverme.pc DESTINATION ${pkgconfig})
install(FILES cmake/package/coverme.cfg DESTINATION ${COVERME_LIBRARIES})

# By the name that Debian's policy has for it.
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)

# With links among them that work.
install(FILES README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs examples DESTINATION ${CMAKE_INSTALL_DOCDIR})

# Compilers and linker are programs that we call, which shlibdeps does not see.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "The coverme project")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
string(REGEX MATCH "/gcc/[^/]+/([0-9]+)/" match "${COVERME_LIBGCC}")
set(CPACK_DEBIAN_PACKAGE_DEPENDS "clang-${LLVM_VERSION_MAJOR}, \
llvm-${LLVM_VERSION_MAJOR}, binutils, gcc, libc6-dev, \
libgcc-${CMAKE_MATCH_1}-dev")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "g++, libclang-rt-${LLVM_VERSION_MAJOR}-dev")
include(CPack)
