// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The code under test, built with clang's sanitizers and run on inputs that the
// search came by: undefined behaviour and bad memory accesses that a call
// survives.
#ifndef COVERME_DRIVER_EVIDENCE_SANITIZE_H
#define COVERME_DRIVER_EVIDENCE_SANITIZE_H

#include "engine/Archive.h"
#include "evidence/Findings.h"
#include "evidence/LineTable.h"

#include <filesystem>
#include <string>
#include <vector>

namespace coverme {

struct SanitizerReport {
  std::string sanitizer; // its name
  std::string message;   // without addresses, which differ from run to run
  SourceLine line;

  bool isSamePlace(const SanitizerReport &other) const {
    return sanitizer == other.sanitizer && line == other.line;
  }
};

// The reports in what a program wrote to its standard error. `lines` is of the
// program, which leaves addresses as they are.
std::vector<SanitizerReport> parseSanitizerOutput(const std::string &output,
                                                  const LineTable &lines);

// A program of its own and not the search's workers: a sanitizer that watches
// memory wants to be there first in its process, and what it does to stacks and
// address space does not go with what workers do to them.
class SanitizedProgram {
public:
  // Compiles, in a new folder; `directory` is where calls run.
  // Throws Error(CompileFailed) with the compiler's words.
  SanitizedProgram(const RunOptions &options, const Program &program,
                   const Function &entry, std::filesystem::path folder,
                   std::filesystem::path directory);

  // Runs the inputs, each in a process of its own, and gives the reports of
  // each, as far as it comes in bounded time.
  // require: no more than kMaxInputs
  std::vector<std::vector<SanitizerReport>>
  run(const std::vector<Input> &inputs) const;

  // The reports on inputs that `state` holds and on starting points, each place
  // once, with simple inputs.
  std::vector<FindingReport> findings(const Archive &state,
                                      const SearchOptions &search) const;

  // The reports of one call.
  std::vector<FindingReport> findingsOf(const Input &input) const;

  static constexpr size_t kMaxInputs = 500;

private:
  Function entry;
  std::filesystem::path executable, data, directory;
  std::optional<LineTable> lines; // from the end of the compiler on
};

} // namespace coverme

#endif
