// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs that call the entry in the unmodified source.
#ifndef COVERME_DRIVER_EVIDENCE_REPLAY_H
#define COVERME_DRIVER_EVIDENCE_REPLAY_H

#include "evidence/CoverageBuild.h"
#include "evidence/Suite.h"

#include <filesystem>
#include <memory>
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

// Slots of an input of the entry in these programs.
size_t rowWidth(const Function &entry);

// Starts to compile the source with --coverage, with a part that calls the
// entry, beside what we do until there is a suite, and for `seconds` at most;
// 0: no limit.
std::unique_ptr<CoverageBuild>
coverageBuild(const RunOptions &options, const Program &program,
              const Function &entry, const std::string &compiler,
              const std::filesystem::path &folder, double seconds);

// What the function is called there.
std::string nameInCoverage(const Function &function);

} // namespace coverme

#endif
