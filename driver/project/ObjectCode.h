// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the code of an object comes from, by its debug information, and whether
// two objects have the same.
#ifndef COVERME_DRIVER_PROJECT_OBJECTCODE_H
#define COVERME_DRIVER_PROJECT_OBJECTCODE_H

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace coverme {

// The one source of an object (DWARF 5, Sec. 3.1.1).
struct SourceOrigin {
  std::string name;                // as the compiler was told
  std::filesystem::path directory; // the compiler's working folder
  std::string producer;            // "GNU C17 12.2.0"
  std::vector<std::string> flags;  // those that the producer has recorded

  std::filesystem::path file() const {
    return (directory / name).lexically_normal();
  }
};

// nullopt for what has no debug information, is of several sources, or is no
// object.
std::optional<SourceOrigin> originOf(const std::filesystem::path &object);

// Do both have the same sections in memory, with the same relocations?
bool haveSameCode(const std::filesystem::path &object,
                  const std::filesystem::path &other);

} // namespace coverme

#endif
