// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What an object of a project defines and needs.
#ifndef COVERME_DRIVER_PROJECT_OBJECTSYMBOLS_H
#define COVERME_DRIVER_PROJECT_OBJECTSYMBOLS_H

#include "project/CompileCommands.h"

#include <filesystem>
#include <optional>
#include <set>
#include <string>

namespace coverme {

struct ObjectSymbols {
  std::set<std::string> strong, weak, undefined; // global ones
  bool isPlain = true; // no foreign instrumentation, no bitcode, no main
  bool isInstrumented = false; // by a coverme-cc of this version
};

// Throws Error(BadInput) for what is no ELF file.
ObjectSymbols symbolsOf(const std::filesystem::path &object);

// The symbols of the object that a command of the build has made; nullopt if it
// is not there, or no ELF file. One that is older than its source is not plain.
std::optional<ObjectSymbols> builtSymbols(const CompileCommand &command);

} // namespace coverme

#endif
