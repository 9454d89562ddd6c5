// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compare/Comparison.h"

#include "core/ScalarText.h"
#include "engine/Campaign.h"
#include "goals/error/ErrorGoal.h"
#include "support/Error.h"
#include "support/Interrupt.h"

#include <algorithm>
#include <cassert>
#include <filesystem>

namespace coverme {
namespace {

// For one suite.
constexpr double kOtherSeconds = 10;

std::vector<Scalar> scalarsOf(const Function &function) {
  std::vector<Scalar> scalars;
  for (const InputVariable &input : function.inputs())
    scalars.push_back(input.scalar);
  return scalars;
}

// FILE.c or FILE.c:NAME, where a file's name may have a colon, too.
RunOptions otherOptions(const RunOptions &options) {
  RunOptions other;
  other.entry = options.entry;
  other.compilerFlags = options.compilerFlags;
  other.gcovCompiler = options.gcovCompiler;
  other.search = options.search;
  const std::string &text = options.oracle.compare;
  other.source = text;
  if (const size_t split = text.rfind(':');
      split != std::string::npos && !std::filesystem::exists(text)) {
    other.source = text.substr(0, split);
    other.entry = text.substr(split + 1);
  }
  return other;
}

} // namespace

Comparer::Comparer(const RunOptions &options, const Function &entry)
    : name(options.oracle.name()), format(entry.result) {
  assert(options.oracle.isAsked());
  const std::vector<Scalar> scalars = scalarsOf(entry);
  if (!format.isFloat() || (format.width != 64 && format.width != 32))
    fail(ExitCode::BadInput, "'{}' returns no float or double to compare",
         entry.label());
  if (options.oracle.isReference()) {
    if (scalars.size() != entry.parameters.size() ||
        std::ranges::any_of(
            scalars, [this](const Scalar &scalar) { return scalar != format; }))
      fail(ExitCode::BadInput,
           "'{}' compares functions of numbers that are all of the type of the "
           "result, and '{}' is none",
           name, entry.label());
    reference = makeReference(name, scalars.size(), format);
    return;
  }
  const RunOptions theirs = otherOptions(options);
  other = prepare(theirs);
  const Function &function =
      other->program.functions[findEntry(other->program, theirs)];
  if (scalarsOf(function) != scalars || function.result != format)
    fail(ExitCode::BadInput,
         "'{}' has other inputs or another result than "
         "'{}' of '{}'",
         entry.label(), function.label(), theirs.source.string());
  otherSlots = callSlots(function);
}

std::vector<std::optional<uint64_t>>
Comparer::expectedOf(const std::vector<Input> &inputs,
                     const std::filesystem::path &directory) {
  std::vector<std::optional<uint64_t>> expected;
  if (reference) {
    for (const Input &input : inputs)
      expected.emplace_back(reference->value(input));
    return expected;
  }
  other->replay->notes(); // what is wrong with it is said here
  for (const TestTrace &trace :
       other->replay->run(inputs, otherSlots, directory, kOtherSeconds))
    expected.push_back(trace.hasRun && trace.ending.empty() ? trace.result
                                                            : std::nullopt);
  return expected;
}

Comparison Comparer::compare(const std::vector<Test> &suite,
                             const std::filesystem::path &directory) {
  Comparison comparison;
  comparison.with = name;
  std::vector<Input> inputs;
  for (const Test &test : suite)
    inputs.push_back(test.inputs);
  const auto expected = expectedOf(inputs, directory);
  for (size_t i = 0; i < std::min(suite.size(), expected.size()); ++i) {
    const Test &test = suite[i];
    if (!test.ending.returns() || !expected[i])
      continue;
    const double ulps = reference
                            ? reference->error(test.inputs, test.result)
                            : ulpsBetween(format, test.result, *expected[i]);
    comparison.tests.push_back(
        {i, {test.inputs, test.result, *expected[i], ulps}});
  }
  std::ranges::stable_sort(comparison.tests, [](const auto &a, const auto &b) {
    return a.call.ulps > b.call.ulps;
  });
  return comparison;
}

bool Comparer::findLargest(const Prepared &prepared, const RunOptions &options,
                           const SearchOptions &search, const Goal &goal,
                           const Archive &found, Comparison &comparison) const {
  assert(reference);
  const ErrorGoal errors(goal.program, goal.scope, *reference);
  Archive archive(errors);
  archive.takeUp(found, [](std::span<const uint64_t> input) {
    return Input(input.begin(), input.end());
  });
  // With a budget of its own.
  CallCounters &calls = archive.calls.count();
  calls.evaluations = calls.uncharged = 0;
  archive.count().lastGain = archive.count().lastProgress = 0;
  archive.count().searchDone = 0;
  SearchOptions mine = search;
  mine.prove = ProveMode::Off;
  mine.checkProofs = false;
  mine.deadline.reset();
  const bool isCut =
      runCampaign(prepared.sharedObject.path, errors, mine, archive, {})
          .cutByTimeout;
  comparison.evaluations = calls.evaluations;
  const TargetId target = errors.resultTarget();
  if (archive.targets[target].misses == 0 || interruptSignal() != 0)
    return isCut;
  // Once more, in a new process, and by the unmodified source.
  const std::span<const uint64_t> worst = archive.bestInput(target);
  mine.deadline = Deadline(kOtherSeconds);
  const std::vector<Test> tests =
      confirmWitnesses(prepared.sharedObject.path, goal, mine,
                       {Input(worst.begin(), worst.end())});
  if (tests.empty() || !tests[0].ending.returns())
    return isCut;
  ComparedCall call{tests[0].inputs, tests[0].result,
                    reference->value(tests[0].inputs), 0};
  if (options.gcov) {
    const std::vector<TestTrace> traces = prepared.replay->run(
        {call.inputs}, callSlots(goal.program.functions[goal.scope.entry]),
        search.directory, kOtherSeconds);
    if (traces.empty() || !traces[0].result)
      return isCut;
    call.result = *traces[0].result;
  }
  call.ulps = reference->error(call.inputs, call.result);
  comparison.largest = call;
  return isCut;
}

std::optional<FindingReport> ulpFinding(const Comparison &comparison,
                                        const Scalar &format, uint64_t most) {
  const ComparedCall *worst =
      comparison.largest ? &*comparison.largest : nullptr;
  if (!comparison.tests.empty() &&
      (worst == nullptr || comparison.tests[0].call.ulps > worst->ulps))
    worst = &comparison.tests[0].call;
  if (worst == nullptr || worst->ulps <= static_cast<double>(most))
    return std::nullopt;
  FindingReport finding;
  finding.kind = kUlpError;
  finding.detail = fmt::format(
      "returns {}, {:.3f} ULP from {} by {}", exactValue(format, worst->result),
      worst->ulps, exactValue(format, worst->expected), comparison.with);
  finding.inputs = worst->inputs;
  return finding;
}

} // namespace coverme
