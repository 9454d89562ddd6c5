// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects that a build has made with coverme-cc, as parts of a program that is
// not about them: their tables must not count as the program's, and nobody
// watches them.
#ifndef COVERME_DRIVER_PROJECT_DETACHED_H
#define COVERME_DRIVER_PROJECT_DETACHED_H

#include <filesystem>
#include <string>
#include <vector>

namespace coverme {

// The command that copies an object to `copy`, whose sections have other names
// and which needs detachedRuntime() in place of the runtime.
std::vector<std::string> detachCommand(const std::filesystem::path &object,
                                       const std::filesystem::path &copy);

// The archive that is linked with detached objects. Throws Error(Internal) if
// it is missing.
std::filesystem::path detachedRuntime();

} // namespace coverme

#endif
