// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Links instrumented object files to a shared object.
#ifndef COVERME_DRIVER_FRONTEND_C_LINKER_H
#define COVERME_DRIVER_FRONTEND_C_LINKER_H

#include "frontend/c/Compiler.h"
#include "options/Options.h"
#include "support/Error.h"

#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace coverme {

// A link that failed, with what the linker objects to.
class LinkError : public Error {
public:
  LinkError(const std::string &message, const std::string &detail,
            std::set<std::string> undefined, std::set<std::string> fixed = {})
      : Error(ExitCode::CompileFailed, message, detail),
        undefined(std::move(undefined)), fixed(std::move(fixed)) {}

  // May all that nobody defines be made up for a whole file? Of another version
  // of coverme, a part would be missing for each function.
  bool canMakeUp() const;

  std::set<std::string> undefined; // symbols that nobody defines
  std::set<std::string> fixed;     // objects that want -fPIC
};

// The first few names as in the source, and how many more there are.
std::string listedSymbols(const std::set<std::string> &names);

// The symbols that ld says nobody defines; mangled, with --no-demangle.
std::set<std::string> undefinedIn(const std::string &words);

// What ld says of a failed link of `source`, in English, as an error of one
// line where that says it all.
LinkError linkErrorOf(const std::filesystem::path &source,
                      const std::string &words);

// The functions among `names` that the objects and libraries of the user's
// flags define. Makes files in `folder`.
std::set<std::string> definedByFlags(const std::set<std::string> &names,
                                     const RunOptions &options,
                                     const std::filesystem::path &folder);

// Links `objects` (first compileInstrumented's) with the runtime to the shared
// object `target`. Throws LinkError.
Built linkInstrumented(const std::vector<std::filesystem::path> &objects,
                       const RunOptions &options,
                       const std::filesystem::path &target);

} // namespace coverme

#endif
