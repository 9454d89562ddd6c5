// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The suite run against the unmodified source under gcov.
#ifndef COVERME_DRIVER_SUITE_REPLAY_H
#define COVERME_DRIVER_SUITE_REPLAY_H

#include "suite/Gcov.h"
#include "suite/Suite.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace coverme {

// A self-contained C program that runs the suite: it includes the source as it
// is, so that static functions can be called too, and needs no header of its
// own. A user can keep it, compile it, and run gcov on it.
std::string replayProgram(const std::filesystem::path &source,
                          const Program &program, const Function &entry,
                          const std::vector<Test> &suite);

struct Replay {
  GcovCounts counts;      // of the entry; of its file with --callees
  std::string annotation; // of the entry's file, as gcov writes it
  // By test, as the replay computed them; none for a test that did not return.
  std::vector<std::optional<uint64_t>> results;
};

// Compiles `program` (replayProgram's) with --coverage in `folder`, runs it,
// and reads gcov. Throws Error(CompileFailed) when the compiler rejects it,
// Error(BadInput) when a tool is missing.
Replay replayUnderGcov(const RunOptions &options, const std::string &program,
                       const Function &entry, size_t testCount,
                       const std::filesystem::path &folder);

} // namespace coverme

#endif
