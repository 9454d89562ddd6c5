// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Records what the tests of a suite do in builds of the unmodified source. What
// is the same whoever compiles it may be asserted.
#ifndef COVERME_DRIVER_KEEP_RECORDING_H
#define COVERME_DRIVER_KEEP_RECORDING_H

#include "run/Run.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace coverme {

// A number that a call leaves: in its result, behind its pointers, in
// variables.
struct KeptNumber {
  std::string name;
  Scalar scalar;
  // The place to copy it from after the call, as C; empty: coverme_call does.
  std::string place;
  bool areExceptions = false; // are these the exceptions that the call has
                              // raised, as fetestexcept returns them?
};

// All numbers that are known of. The first is the result's slot, whether it is
// a number or not; InputPlan::outputs follow.
struct KeptNumbers {
  std::vector<KeptNumber> numbers;
  std::vector<uint32_t> globals; // in Program::globals
  uint32_t resultBytes = 0;      // of a result whose members are numbers
  std::string leftOut;           // why the result is not compared; empty: it is

  // Are these no more than an Evaluator's outputs?
  bool areOutputs() const;
};
KeptNumbers keptNumbers(const Program &program, const Function &entry,
                        bool withExceptions);

// A number after a call, in all builds.
struct RecordedNumber {
  uint64_t bits = 0;
  bool isSame = true;   // the same in all builds; else it is not compared
  uint64_t maxUlps = 0; // the most ulps by which a float differs between builds
  bool isSameNan = true; // of a NaN: are its bits the same?
};

struct RecordedTest {
  // How it ended, as waitpid says it; nullopt: it returned.
  std::optional<int> status;
  bool isSame = true; // does it end the same way in all builds?
  std::vector<RecordedNumber> numbers; // if it returns
};

// The text that calls a test in a process of its own: coverme_run(in, out),
// which returns -1 for a call that returns, else what waitpid says. `file` is
// what includes the source.
struct RunningText {
  std::string source, call;
};
RunningText runningText(const RunResult &result, const KeptNumbers &numbers,
                        const std::string &file);

// Builds the suite by gcc and clang, without and with optimisation, and runs
// each of them twice, with other addresses and other values in memory that was
// never written. Builds in `folder`.
// Throws Error(CompileFailed) with the compiler's words.
std::vector<RecordedTest> recordTests(const RunResult &result,
                                      const KeptNumbers &numbers,
                                      const std::filesystem::path &folder);

} // namespace coverme

#endif
