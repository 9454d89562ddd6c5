// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the tools that build a project know of the flags of its objects.
#ifndef COVERME_DRIVER_PROJECT_BUILDTOOLS_H
#define COVERME_DRIVER_PROJECT_BUILDTOOLS_H

#include "project/CompileCommands.h"

#include <filesystem>
#include <set>
#include <vector>

namespace coverme {

// Of the database's commands, by their places in the list, those that the
// objects were made with which are there, although the database is newer than
// these. Ninja knows what it has run, and CMake's makefiles have flags in files
// of their own; both leave the build as it is. Without either, the database may
// be a record of a build (bear), which is written when the last of all of its
// `objects` are made.
std::set<size_t>
commandsInForce(const std::filesystem::path &database,
                const std::vector<std::filesystem::path> &objects,
                const std::vector<CompileCommand> &commands);

} // namespace coverme

#endif
