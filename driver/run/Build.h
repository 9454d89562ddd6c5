// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds, from a source file, an instrumented object that takes the inputs of
// one of its functions.
#ifndef COVERME_DRIVER_RUN_BUILD_H
#define COVERME_DRIVER_RUN_BUILD_H

#include "evidence/Replay.h"
#include "frontend/c/Compiler.h"
#include "options/Options.h"
#include "support/Files.h"
#include "support/Stopwatch.h"

#include <memory>
#include <optional>
#include <set>
#include <string>

namespace coverme {

// An instrumented object with what its tables say.
struct Prepared {
  Stopwatch sinceStart;
  std::unique_ptr<TemporaryFolder> folder; // holds the objects
  Built object, sharedObject;
  Unused unused = Unused::Kept; // are unused functions kept in the object?
  std::string compiledFor;      // the entry, empty if it is for all functions
  std::optional<Built> harness; // if the entry needs one
  Program program;
  // Of the functions that the program only declares, those that are linked.
  std::set<std::string> linkedFunctions;
  // With --stub-undefined: what links have shown that nobody defines.
  std::set<std::string> undefined;
  // The builds of the replay, which go on beside the search; null without
  // options.gcov. `replay` is of one entry, `companions`, the other sources'
  // objects, are for all entries.
  std::unique_ptr<CoverageBuild> replay;
  std::shared_ptr<Companions> companions;
  // With --all: the objects that the replays of several functions share.
  SourceObjects sourceObjects;
};

// Compiles the file and reads its tables from the object.
// Throws Error as compileInstrumented, readProgram and requirePlaces do.
Prepared compileFile(const RunOptions &options,
                     DebugInfo debugInfo = DebugInfo::Dropped);

// Compiles the file and links it: what all of its functions share. `compiled`
// is the result of compileFile for the same options, but for what is linked;
// without it, the file is compiled. Throws Error as compileInstrumented,
// linkInstrumented and readProgram do.
Prepared prepareFile(const RunOptions &options,
                     std::optional<Prepared> compiled = std::nullopt);

// Adds what options.entry needs: the plan of its inputs, a harness, the object
// linked with it, the replay, each below `folder`.
// Throws Error as findEntry, planInputs, compileHarness and linkInstrumented
// do.
void prepareEntry(Prepared &prepared, const RunOptions &options,
                  const std::filesystem::path &folder,
                  DebugInfo debugInfo = DebugInfo::Dropped);

// prepareFile, then prepareEntry, for one entry.
Prepared prepare(const RunOptions &options,
                 DebugInfo debugInfo = DebugInfo::Dropped);

// The function that options.entry names: by its name, its name in the object,
// or, in C++, with scopes and parameters as in "ns::f(double)". Throws
// Error(BadInput), with the nearest name, when there is none, and with all of
// them when there are several.
uint32_t findEntry(const Program &program, const RunOptions &options);

// Says in one line that names the function why no inputs can be given to it;
// empty when it can be run.
std::string whyNotRunnable(const Program &program, uint32_t function,
                           const InputOptions &options);

// Builds the prepared entry's object with its debug information, in a new
// folder; all entries of the prepared object share what is compiled. Throws
// Error as prepare does.
std::filesystem::path buildWithLines(const Prepared &prepared,
                                     const RunOptions &options,
                                     const std::filesystem::path &folder);

// The same with mutants of what the entry calls (coverme/mutants.h), and
// without debug information.
std::filesystem::path buildWithMutants(const Prepared &prepared,
                                       const RunOptions &options,
                                       const std::filesystem::path &folder);

} // namespace coverme

#endif
