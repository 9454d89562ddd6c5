// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The libraries from elsewhere that a build's own libraries and programs are
// linked with.
#ifndef COVERME_DRIVER_PROJECT_FOREIGNLIBRARIES_H
#define COVERME_DRIVER_PROJECT_FOREIGNLIBRARIES_H

#include <filesystem>
#include <string>
#include <vector>

namespace coverme {

// As the linker takes them: by absolute paths, in order, and with the folders
// in which loaders look for them. Of a library or a program, all that the
// loader finds for it.
std::vector<std::string> foreignLibrariesOf(const std::filesystem::path &file);

// Of all libraries and programs below a folder (the first 100, as a project may
// have thousands of tests), those that are not below it.
std::vector<std::string>
foreignLibrariesBelow(const std::filesystem::path &root);

} // namespace coverme

#endif
