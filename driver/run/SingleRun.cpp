// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "run/SingleRun.h"

#include "core/InputBounds.h"
#include "core/ScalarText.h"
#include "evidence/Replay.h"
#include "evidence/Replaying.h"
#include "evidence/Sanitize.h"
#include "frontend/c/Compiler.h"
#include "run/Run.h"
#include "support/Error.h"
#include "support/Interrupt.h"
#include "support/NearestName.h"
#include "support/WorkFolder.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace coverme {
namespace {

// Values in order. Where pointers lead may be left out.
Input inputInOrder(const Function &entry,
                   const std::vector<std::string> &texts) {
  std::vector<const InputVariable *> numbers;
  for (const InputVariable &number : entry.inputs())
    if (number.startsNumber())
      numbers.push_back(&number);
  const size_t least = numbers.size() - entry.plan.aliasCount;
  if (texts.size() < least || texts.size() > numbers.size()) {
    std::vector<std::string> names;
    for (const InputVariable *number : numbers)
      names.push_back(number->typeName + " " + number->name);
    names.resize(least);
    fail(ExitCode::BadInput, "'{}' takes {} input{}{}, and {} {} given",
         entry.label(), names.size(), names.size() == 1 ? "" : "s",
         names.empty() ? "" : fmt::format(" ({})", fmt::join(names, ", ")),
         texts.size(), texts.size() == 1 ? "is" : "are");
  }
  Input input;
  for (size_t i = 0; i < texts.size(); ++i)
    for (const uint64_t slot : parseNumber(*numbers[i], texts[i]))
      input.push_back(slot);
  input.resize(entry.inputs().size());
  return input;
}

// NAME=VALUE of any; what has no value is as near to zero as it may be.
// isForMany: as of options, names that the entry does not have are passed over.
Input inputByName(const Function &entry, const std::vector<std::string> &texts,
                  bool isForMany) {
  const std::vector<InputVariable> &variables = entry.inputs();
  std::vector<std::string> names;
  for (const InputVariable &variable : variables)
    names.push_back(variable.name);
  const InputSpace space(variables);
  Input input(variables.size());
  for (size_t i = 0; i < input.size(); ++i)
    input[i] = space.within(i, 0);
  std::set<std::string> given;
  for (const std::string &text : texts) {
    const size_t split = text.rfind('=');
    if (split == std::string::npos)
      fail(ExitCode::BadInput,
           "--input '{}' has no name, and others have (NAME=VALUE)", text);
    const std::string name = text.substr(0, split);
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end() && isForMany)
      continue;
    if (found == names.end())
      fail(ExitCode::BadInput, "'{}' has no input '{}'{}", entry.label(), name,
           suggestion(name, names));
    if (!given.insert(name).second)
      fail(ExitCode::BadInput, "--input gives '{}' two values", name);
    const auto i = static_cast<size_t>(found - names.begin());
    const std::vector<uint64_t> slots =
        parseNumber(variables[i], text.substr(split + 1));
    std::copy(slots.begin(), slots.end(),
              input.begin() + static_cast<ptrdiff_t>(i));
  }
  return input;
}

Input inputOf(const Function &entry, const std::vector<std::string> &texts,
              bool isForMany) {
  const bool hasNames =
      std::any_of(texts.begin(), texts.end(), [](const std::string &text) {
        return text.find('=') != text.npos;
      });
  return hasNames ? inputByName(entry, texts, isForMany)
                  : inputInOrder(entry, texts);
}

// What a call would not get is not said to be its input.
void checkBounds(const Function &entry, const InputOptions &options,
                 const Input &input) {
  for (size_t i = 0; i < input.size(); ++i) {
    const InputVariable &number = entry.inputs()[i];
    if (!number.scalar.enumerators.empty() || isWithinBounds(number, input[i]))
      continue;
    const std::string value =
        fmt::format("{} = {}", number.name, formatNumber(number, &input[i]));
    if (std::ranges::any_of(entry.plan.buffers, [&](const Buffer &buffer) {
          return buffer.shiftSlot == i;
        }))
      fail(ExitCode::BadInput, "{} is not there: it is at most {}", value,
           exactValue(number.scalar, *number.greatest));
    if (number.isCapped)
      fail(ExitCode::BadInput,
           "{}: without --range, there are at most {} elements", value,
           exactValue(number.scalar, *number.greatest));
    for (const NamedText &range : options.ranges)
      if (isAbout(range.name, number))
        fail(ExitCode::BadInput, "{} is not within --range {}={}", value,
             range.name, range.text);
    fail(ExitCode::BadInput, "this input does not fulfil --assume '{}'",
         entry.plan.allAssumptions());
  }
}

} // namespace

SingleRun
runSingle(const RunOptions &given, const std::vector<std::string> &inputs,
          const std::function<void(const Function &, RunOptions &)> &narrow) {
  // The replay is compiled when there is something to replay.
  RunOptions options = given;
  options.gcov = false;
  Prepared prepared = compileFile(options, DebugInfo::Kept);
  narrow(prepared.program.functions[findEntry(prepared.program, options)],
         options);
  const TemporaryFolder &folder = *prepared.folder;
  SearchOptions search = options.search;
  if (search.directory.empty()) {
    search.directory = folder.path() / "scratch" / kCodeFolder;
    std::filesystem::create_directories(search.directory);
  }
  SingleRun run;
  // Once more where objects turn out to be from the heap.
  bool learnsHeap = true;
  for (int round = 0;; ++round) {
    const std::filesystem::path own =
        folder.path() / fmt::format("round-{}", round);
    std::filesystem::create_directory(own);
    prepareEntry(prepared, options, own, DebugInfo::Kept);
    run.program = prepared.program;
    run.entry = findEntry(run.program, options);
    run.input = inputOf(run.function(), inputs, options.inputs.isForMany);
    checkBounds(run.function(), options.inputs, run.input);
    run.reproduction = Reproducer(prepared.sharedObject.path, run.program,
                                  run.entry, search, learnsHeap)
                           .run(run.input, WorkerWatch().hangSeconds);
    throwIfInterrupted();
    if (run.reproduction.freed.empty())
      break;
    learnsHeap =
        !std::ranges::includes(options.inputs.freed, run.reproduction.freed);
    options.inputs.freed.merge(run.reproduction.freed);
  }
  options.gcov = given.gcov;
  const Function &entry = run.function();
  const CallEnd end = run.reproduction.end;
  if (end == CallEnd::Rejected && !entry.plan.assumptions.empty())
    fail(ExitCode::BadInput, "this input does not fulfil --assume '{}'",
         entry.plan.allAssumptions());
  if (end == CallEnd::Excluded)
    fail(ExitCode::BadInput, "this input comes to what the code declares "
                             "unreachable (__builtin_unreachable, noreturn)");
  if (end == CallEnd::Rejected && entry.plan.aliasCount != 0)
    fail(ExitCode::BadInput,
         "a pointer leads to what another one leads away from, or to an object "
         "that is too small");
  for (const Finding &finding : run.reproduction.findings) {
    run.findings.push_back(
        describeFinding(finding, run.reproduction.placeOf(finding), run.input));
    addOverrun(finding, run.reproduction.overrun, entry.plan,
               run.findings.back());
  }
  if (!options.sanitizers.empty()) {
    const SanitizedProgram sanitized(options, run.program, entry,
                                     folder.path() / "sanitized",
                                     search.directory);
    for (FindingReport &report : sanitized.findingsOf(run.input))
      run.findings.push_back(std::move(report));
  }
  if (options.gcov && (end == CallEnd::Returned || end == CallEnd::Ended)) {
    const TestTrace trace =
        coverageBuild(options, run.program, entry, options.gcovCompiler,
                      startCompanions(options, run.program,
                                      options.gcovCompiler, false,
                                      folder.path() / "sources", entry.source),
                      folder.path() / "replayed", options.search.timeoutSeconds)
            ->run({run.input}, callSlots(entry), search.directory,
                  options.search.timeoutSeconds)[0];
    const std::string difference =
        replayDifference(entry, run.reproduction.ending,
                         run.reproduction.result, trace, options.gcovCompiler);
    if (!difference.empty())
      run.findings.push_back({kReplayDiffers, difference, run.input,
                              run.reproduction.lastPlace()});
  }
  return run;
}

} // namespace coverme
