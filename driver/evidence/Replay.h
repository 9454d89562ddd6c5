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

// A self-contained C program that runs the suite: it includes the entry's
// source as it is, so that static functions can be called too, and needs no
// header of its own. A user can keep it, compile it with the other sources of
// the run, and run gcov on it.
std::string replayProgram(const RunOptions &options, const Program &program,
                          const Function &entry,
                          const std::vector<Test> &suite);

// The same program, but with up to `capacity` inputs from its standard input,
// where they are as replayData has them. It writes kTraceMark and the number of
// the input to standard error ahead of each call, ends a call after a second,
// and itself after three such calls.
std::string tracedReplay(const RunOptions &options, const Program &program,
                         const Function &entry, size_t capacity);
constexpr std::string_view kTraceMark = "\ncoverme-input ";
std::string replayData(const Function &entry, const std::vector<Input> &inputs);

// The parts of such a program that a caller puts together: the source, included
// as `file` says (with its quotes, or a macro), ahead of a main of the caller's
// with the usual two parameters, and coverme_call as callText has it, which
// `end` ends where it ends a process. The text has COVERME_GLOBAL(k, NAME) for
// the variables of the plan and of `globals`.
struct CallingText {
  std::string source, call;
};
CallingText callingText(const RunOptions &options, const Program &program,
                        const Function &entry, const std::string &file,
                        const std::string &end,
                        const std::vector<uint32_t> &globals);

// The slots that an input of the entry takes in these programs.
size_t rowWidth(const Function &entry);

// The same, with those that a call of the entry writes.
CallSlots callSlots(const Function &entry);

// Starts to compile the entry's source with --coverage, with a part that calls
// the entry, beside what we do until there is a suite, and for `seconds` at
// most; 0: no limit. `companions` as CoverageBuild takes them. Where the
// compiler's one of `objects` has all that the call needs, the source is not
// compiled anew.
std::unique_ptr<CoverageBuild> coverageBuild(
    const RunOptions &options, const Program &program, const Function &entry,
    const std::string &compiler, std::shared_ptr<Companions> companions,
    const std::filesystem::path &folder, double seconds,
    const Recording &recording = {}, const SourceObjects &objects = {});

// The objects of the one source of the run that counts, for coverageBuild; none
// where each function has to compile it.
SourceObjects sourceObjects(const RunOptions &options, const Program &program,
                            const std::filesystem::path &folder);

// The source of the run that defines the entry.
std::filesystem::path sourceOf(const RunOptions &options,
                               const Function &entry);

// The names that the function may have in the compiler's object of that source;
// one of them is there.
std::vector<std::string> namesInCoverage(const Function &function,
                                         const std::string &compiler);

} // namespace coverme

#endif
