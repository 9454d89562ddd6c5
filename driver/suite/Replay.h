// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The suite run against the unmodified source under gcov.
#ifndef COVERME_DRIVER_SUITE_REPLAY_H
#define COVERME_DRIVER_SUITE_REPLAY_H

#include "suite/Gcov.h"
#include "suite/Suite.h"
#include "support/Subprocess.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coverme {

// A self-contained C program that runs the suite: it includes the source as it
// is, so that static functions can be called too, and needs no header of its
// own. A user can keep it, compile it, and run gcov on it.
std::string replayProgram(const std::filesystem::path &source,
                          const Program &program, const Function &entry,
                          const std::vector<Test> &suite);

// The same program, but with up to `capacity` inputs from its standard input,
// where they are as replayData has them. It writes kTraceMark and the number of
// the input to standard error ahead of each call, ends a call after a second,
// and itself after three such calls.
std::string tracedReplay(const std::filesystem::path &source,
                         const Program &program, const Function &entry,
                         size_t capacity);
constexpr std::string_view kTraceMark = "\ncoverme-input ";
std::string replayData(const Function &entry, const std::vector<Input> &inputs);

struct Replay {
  GcovCounts counts;      // of the entry; of its file with --callees
  std::string annotation; // of the entry's file, as gcov writes it
  // By test, as the replay computed them; none for a test that did not return.
  std::vector<std::optional<uint64_t>> results;
};

// The same program, compiled with --coverage beside what we do until there is a
// suite: it takes the inputs as data at run time.
class GcovReplay {
public:
  // Starts the compiler; it, and later the program, work in `folder`.
  GcovReplay(const RunOptions &options, const Program &program,
             const Function &entry, std::filesystem::path folder);

  // Waits for the compiler, runs the suite and reads gcov, each time from
  // counters of zero. Throws Error(CompileFailed) when the compiler rejects the
  // program, Error(BadInput) when a tool is missing.
  // require: no call before has thrown
  // require: each test covers a branch that no test before it does
  Replay run(const std::vector<Test> &suite);

private:
  void finishCompiling();

  RunOptions options;
  Function entry;
  std::filesystem::path folder, executable;
  std::optional<Process> compiler; // until it has ended
};

} // namespace coverme

#endif
