// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C99's inline definitions whose external ones are elsewhere, as a rule
// compiled from other text. What calls them calls the source's own copies in
// the search, and so it does in replays.
#ifndef COVERME_DRIVER_EVIDENCE_INLINECOPIES_H
#define COVERME_DRIVER_EVIDENCE_INLINECOPIES_H

#include "core/Program.h"

#include <filesystem>
#include <string>
#include <vector>

namespace coverme {

// The names of those that the source calls.
std::vector<std::string> inlineCopies(const Program &program, uint32_t source);

// The file as #include takes it.
std::string quotedForInclude(const std::filesystem::path &file);

// The same for compilers that run in our folder, and the flags with which
// __FILE__ is, there and in what the file includes from beside it, as if the
// file were compiled by its own name.
struct NamedInclude {
  std::string quoted;
  std::vector<std::string> flags;
};
NamedInclude includeByName(const std::filesystem::path &file);

// A text that includes the file (with its quotes, or a macro) and defines the
// copies. They are weak, as an archive may bring the external ones.
std::string includeWithCopies(const std::string &file,
                              const std::vector<std::string> &copies);

// Keeps the copies of the object for itself: those of another source may have
// another text. Throws Error when objcopy does not do it.
void hideCopies(const std::filesystem::path &object,
                const std::vector<std::string> &copies);

} // namespace coverme

#endif
