// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The source of a run over a whole file, compiled with --coverage once by each
// compiler for the replays of all its functions.
#ifndef COVERME_DRIVER_EVIDENCE_SOURCEOBJECT_H
#define COVERME_DRIVER_EVIDENCE_SOURCEOBJECT_H

#include "options/Options.h"

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace coverme {

struct SourceObject {
  std::string compiler;
  std::filesystem::path object, notes;
  std::vector<std::string> flags; // the run's flags that it was compiled with
  bool isCxx = false;
  // The symbols by which the source's variables and functions are reached from
  // another object: static ones have a second, global name. What the compiler
  // has left out is missing.
  std::map<std::string, std::string> symbols;
};

// At most one for each compiler.
using SourceObjects = std::vector<std::shared_ptr<const SourceObject>>;

// Do these flags make the compiler inline functions ahead of counting, so that
// what they do shows in the counters of others?
bool mayInline(const std::vector<std::string> &flags);

// Compiles `text`, which includes the run's one source, in C or C++, by each of
// `compilers` at the same time, in `folder`, which it makes. There is none
// where that fails: the replay of a function then says why. Nor are there any
// where functions may be inlined, so that what else refers to them would show
// in their counters.
SourceObjects compileSourceObjects(const RunOptions &options,
                                   const std::vector<std::string> &compilers,
                                   const std::string &text,
                                   const std::filesystem::path &folder);

} // namespace coverme

#endif
