// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Libraries, programs and objects that coverme-cc has built: the sources that
// they are made of.
#ifndef COVERME_DRIVER_PROJECT_BUILTUNITS_H
#define COVERME_DRIVER_PROJECT_BUILTUNITS_H

#include "project/CompileCommands.h"

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace coverme {

// One source in a library, program or object. Names are those in the object.
struct BuiltUnit {
  CompileCommand command;
  std::vector<std::string> functions; // with code here, static ones too
  std::set<std::string> defined;      // for other objects, too
  // By function, variable or alias of the object, what its code or value names.
  std::map<std::string, std::set<std::string>> named;
  size_t byteSize = 0; // of its bitcode
};

bool isArchive(const std::filesystem::path &file);

// Is it an ELF file or an archive, and by its name no source?
bool isBuilt(const std::filesystem::path &file);

// Throws Error(BadInput) for what is neither an ELF file nor an archive. A
// linker's script is told from the others.
void checkFormat(const std::filesystem::path &file);

// The units of a file in the order of the linker, or of the archive. Throws
// Error(BadInput) for a file in which no part, or not every part, says what it
// is made of.
std::vector<BuiltUnit> readBuiltUnits(const std::filesystem::path &file);

} // namespace coverme

#endif
