// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/Detached.h"

#include "Config.h"
#include "coverme/detached.h"
#include "frontend/c/Programs.h"

#include <array>

namespace coverme {

namespace fs = std::filesystem;

std::vector<std::string> detachCommand(const fs::path &object,
                                       const fs::path &copy) {
  constexpr std::array kSections = {
      COVERME_TABLES_SECTION, COVERME_STATES_SECTION, COVERME_TRAMPS_SECTION,
      COVERME_FUNCTIONS_SECTION, COVERME_GLOBALS_SECTION};
  std::vector<std::string> command = {fs::path(kLinker).parent_path() /
                                          "objcopy",
                                      "--remove-section", COVERME_IR_SECTION};
  for (const char *section : kSections)
    command.insert(
        command.end(),
        {"--rename-section", std::string(section) + "=detached_" + section});
  const auto rename = [&](const std::string &name, const char *detached) {
    command.insert(
        command.end(),
        {"--redefine-sym", name + "=" COVERME_DETACHED_PREFIX + detached});
  };
  rename(COVERME_ABI_SYMBOL_NAME, "abi");
  rename("__coverme_fuel", "fuel");
  rename("__coverme_out_of_fuel", "out_of_fuel");
  rename("__coverme_unreachable", "unreachable");
#define COVERME_PEN(Suffix, CType, IRType, Extension)                          \
  rename("__coverme_pen_" #Suffix, "pen_" #Suffix);
#include "coverme/abi.def"
  command.insert(command.end(), {object, copy});
  return command;
}

fs::path detachedRuntime() { return libraryFile("libcoverme_detached.a"); }

} // namespace coverme
