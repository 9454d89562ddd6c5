// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evidence/Replaying.h"

#include "core/ScalarText.h"
#include "engine/Campaign.h"
#include "evidence/Confirm.h"
#include "evidence/Replay.h"
#include "frontend/c/Flags.h"
#include "frontend/c/Programs.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <memory>

namespace coverme {
namespace {

// What is not reported is not compared.
bool hasComparedResult(const Function &entry) {
  return entry.result.kind != ScalarKind::Void &&
         entry.result.kind != ScalarKind::Unsupported;
}

bool hasTellingResult(const Function &entry, const TestTrace &trace) {
  return hasComparedResult(entry) && !entry.mayLackResult() && trace.result &&
         (entry.result.isFloat() || *trace.result != 0);
}

bool areBothNan(const Scalar &scalar, uint64_t a, uint64_t b) {
  const FloatLayout layout(scalar.width);
  return scalar.isFloat() && layout.isNan(a) && layout.isNan(b);
}

// Do the flags let compilers round at other places than each other?
bool mayRoundOtherwise(const RunOptions &options) {
  return std::ranges::any_of(options.allFlags(), [](const std::string &flag) {
    return flag == "-ffast-math" || flag == "-Ofast" ||
           flag == "-funsafe-math-optimizations" ||
           flag == "-fassociative-math" || flag == "-freciprocal-math" ||
           flag == "-ffp-contract=fast";
  });
}

// Half of the digits are the same.
bool areClose(const Scalar &scalar, uint64_t a, uint64_t b) {
  const double one = floatValue(scalar.width, a);
  const double other = floatValue(scalar.width, b);
  const int digits = scalar.width == 64 ? 53 : scalar.width == 32 ? 24 : 11;
  return std::isfinite(one) && std::isfinite(other) &&
         std::abs(one - other) <=
             std::ldexp(std::max(std::abs(one), std::abs(other)), -digits / 2);
}

bool areAlike(const Scalar &scalar, uint64_t a, uint64_t b,
              bool roundOtherwise) {
  return a == b || areBothNan(scalar, a, b) ||
         (roundOtherwise && scalar.isFloat() && areClose(scalar, a, b));
}

// As InputPlan::outputs has them.
bool areAlike(const InputPlan &plan, const std::vector<uint64_t> &some,
              const std::vector<uint64_t> &others, bool roundOtherwise) {
  assert(some.size() == plan.outputs.size() &&
         others.size() == plan.outputs.size());
  for (size_t i = 0; i < some.size(); ++i)
    if (!areAlike(plan.outputs[i].variable.scalar, some[i], others[i],
                  roundOtherwise))
      return false;
  return true;
}

// The numbers in variables: of each, some variable of the replay has them, as
// far as it has any that may be it.
bool areAlike(const std::vector<StateVariable> &variables,
              const std::vector<uint64_t> &ours,
              const std::vector<std::vector<std::string>> &theirs,
              bool roundOtherwise) {
  assert(ours.size() == numberCount(variables) &&
         theirs.size() == variables.size());
  const uint64_t *bits = ours.data();
  for (size_t i = 0; i < variables.size(); ++i) {
    const std::vector<ObjectNumber> &numbers = variables[i].numbers;
    const auto isAlike = [&](const std::string &bytes) {
      for (size_t k = 0; k < numbers.size(); ++k)
        if (!areAlike(numbers[k].scalar, bits[k],
                      bitsIn(bytes.data(), numbers[k]), roundOtherwise))
          return false;
      return true;
    };
    if (!theirs[i].empty() && std::ranges::none_of(theirs[i], isAlike))
      return false;
    bits += numbers.size();
  }
  return true;
}

// Is all that a call leaves behind among the plan's outputs?
bool areAllOutputs(const Function &entry) {
  const InputPlan &plan = entry.plan;
  if (entry.mayKeepState() ||
      plan.arguments.size() != entry.parameters.size() ||
      std::ranges::any_of(plan.buffers, &Buffer::holdsPointers))
    return false;
  for (size_t i = 0; i < plan.arguments.size(); ++i) {
    const Argument &argument = plan.arguments[i];
    if (!argument.isPointer ||
        (entry.parameters[i].flags & COVERME_PARAMETER_Stores) == 0)
      continue;
    const auto outputs = static_cast<size_t>(std::ranges::count(
        plan.outputs, argument.address.index, &Output::buffer));
    if (argument.address.kind != Address::Kind::Buffer || outputs == 0 ||
        outputs >= kMaxOutputs)
      return false;
  }
  return true;
}

// What is behind its pointer ahead of the call; nullopt where that is not known
// from inputs alone. (Of a `long double`, its highest bit is none.)
std::optional<uint64_t> startOf(const Output &output, const InputPlan &plan,
                                const Input &input) {
  const Image &image = plan.buffers[output.buffer].image;
  const auto lies = [&](const auto &part) {
    return part.offset == output.offset;
  };
  if (output.variable.part == Part::Fraction80 ||
      std::ranges::any_of(image.fixed, lies))
    return std::nullopt;
  const auto cell = std::ranges::find_if(image.cells, lies);
  return cell == image.cells.end()
             ? 0
             : truncateToWidth(input[cell->slot], output.bytes * 8);
}

// Has the call changed what a pointer leads to that leads to its own object?
bool changesAny(const InputPlan &plan, const Input &input,
                const std::vector<uint64_t> &outputs) {
  const auto isSet = [&](const std::optional<uint32_t> &slot) {
    return slot && input[*slot] != 0;
  };
  if (std::ranges::any_of(plan.buffers, [&](const Buffer &buffer) {
        return isSet(buffer.leadSlot);
      }))
    return false;
  for (size_t i = 0; i < outputs.size(); ++i)
    if (const auto start = startOf(plan.outputs[i], plan, input);
        start && *start != outputs[i])
      return true;
  return false;
}

// What a run may take in any case.
constexpr double kLeastSeconds = 2.5;

// What clang may take to compile what it has compiled before.
constexpr double kCompileSeconds = 20;

// Searches for other witnesses, and what each may cost: a small part of a
// search, since most of what is left needs a rare input or is the compiler's.
constexpr int kSearches = 3;
constexpr uint64_t kSearchEvaluations = 20'000;

// A call that is ended within so many times the time that it took before says
// nothing.
constexpr double kNoSlower = 3;

class Replaying {
public:
  Replaying(const ReplayTask &task, std::vector<Test> candidates)
      : task(task), outcomeLines(readOutcomeLines(task.sharedObject)),
        variables(stateVariables(task.goal.program, entry())),
        slots(callSlots(entry())), pool(std::move(candidates)),
        tests(pool.size()), isReplayed(pool.size()),
        deadline(task.sinceStart.seconds() + secondsFor(task)) {
    slots.variables = codeVariables(task.goal.program, variables);
  }

  ReplayResult run() {
    BranchSet claimed;
    for (const Test &test : pool)
      claimed.insert(test.covers);
    ReplayResult result;
    waitFor(task.build);
    replayChosen();
    for (int search = 0; search < kSearches; ++search) {
      BranchSet left = claimed;
      left.erase(confirmedBy(true));
      if (left.size() == 0 || !searchFor(left, search, result.evaluations))
        break;
      replayChosen();
    }
    finish(result);
    return result;
  }

private:
  const Function &entry() const {
    return task.goal.program.functions[task.goal.scope.entry];
  }

  double secondsLeft() const {
    return std::max(deadline - task.sinceStart.seconds(), 0.0);
  }

  // A call that was to return, and ended otherwise, is the last choice, as is
  // one that C gives no meaning. A program may exit.
  bool isLastChoice(size_t i) const {
    return pool[i].wentOutside ||
           (pool[i].ending.returns() && !tests[i].replay.ending.empty() &&
            !entry().plan.isProgram);
  }

  // By all tests that were replayed, or without those that are the last choice.
  BranchSet confirmedBy(bool withoutLast) const {
    BranchSet all;
    for (size_t i = 0; i < pool.size(); ++i)
      if (isReplayed[i] && !(withoutLast && isLastChoice(i)))
        all.insert(confirmed[i]);
    return all;
  }

  // To compile is no search: --timeout goes on behind it.
  void waitFor(CoverageBuild &build) {
    const Stopwatch watch;
    build.notes();
    deadline += watch.seconds();
  }

  void startClang() {
    std::shared_ptr<Companions> companions = task.companions;
    if (companions && task.withCallees) {
      std::filesystem::path folder = task.folder;
      companions =
          startCompanions(task.options, task.goal.program, clangProgram(), true,
                          folder += "-others", entry().source);
    }
    clang = coverageBuild(task.options, task.goal.program, entry(),
                          clangProgram(), companions, task.folder,
                          std::max(secondsLeft(), kCompileSeconds), {},
                          task.objects);
    waitFor(*clang);
  }

  // A minimal suite. Where there is nothing to cover, one test calls the code.
  std::vector<size_t> subset(const std::vector<BranchSet> &covers) const {
    if (task.goal.scope.reportedSites().empty() && !pool.empty())
      return {0};
    return minimalSubset(covers, pool);
  }

  // Replays what a minimal suite needs, until all of one is replayed.
  void replayChosen() {
    for (;;) {
      std::vector<BranchSet> covers;
      for (size_t i = 0; i < pool.size(); ++i)
        covers.push_back(!isReplayed[i]    ? pool[i].covers
                         : isLastChoice(i) ? BranchSet()
                                           : confirmed[i]);
      std::vector<size_t> fresh;
      for (const size_t i : subset(covers))
        if (!isReplayed[i])
          fresh.push_back(i);
      if (fresh.empty())
        return;
      replay(fresh);
    }
  }

  std::vector<TestTrace> runIn(CoverageBuild &build,
                               const std::vector<size_t> &some) {
    std::vector<Input> inputs;
    double slowest = 0;
    for (const size_t i : some) {
      inputs.push_back(pool[i].inputs);
      slowest = std::max(slowest, pool[i].seconds);
    }
    std::vector<TestTrace> traces =
        build.run(inputs, slots, task.search.directory, secondsLeft(), slowest);
    for (size_t k = 0; k < some.size(); ++k)
      if (traces[k].limit != 0 &&
          traces[k].limit < kNoSlower * pool[some[k]].seconds)
        traces[k].hasRun = false;
    return traces;
  }

  void replay(const std::vector<size_t> &fresh) {
    const std::vector<TestTrace> traces = runIn(task.build, fresh);
    for (size_t k = 0; k < fresh.size(); ++k) {
      const Test &test = pool[fresh[k]];
      ReplayedTest &replayed = tests[fresh[k]];
      replayed.claims = test.covers;
      replayed.replay = traces[k];
      replayed.difference = wayDifference(entry(), test.ending, test.result,
                                          traces[k], task.build.compiler());
      replayed.endsAlike = test.ending.returns() || replayed.difference.empty();
      compareOutputs(test, traces[k], replayed);
      if (test.wentOutside)
        forgiveOutside(replayed);
      isReplayed[fresh[k]] = true;
    }
    if (isClang(task.options.gcovCompiler))
      for (const size_t i : fresh)
        tests[i].clang = tests[i].replay;
    else if (clangHasRun)
      replayByClang(fresh);
    if (confirmReplayed() && !clangHasRun &&
        !isClang(task.options.gcovCompiler)) {
      startClang();
      clangHasRun = true;
      std::vector<size_t> all;
      for (size_t i = 0; i < pool.size(); ++i)
        if (isReplayed[i])
          all.push_back(i);
      replayByClang(all);
      confirmReplayed();
    }
  }

  // What code outside does may differ from run to run.
  void compareOutputs(const Test &test, const TestTrace &trace,
                      ReplayedTest &replayed) const {
    const InputPlan &plan = entry().plan;
    replayed.isTelling = hasTellingResult(entry(), trace) ||
                         (areAllOutputs(entry()) &&
                          changesAny(plan, test.inputs, trace.outputs));
    if (!trace.result || !test.ending.returns())
      return;
    replayed.leavesAlike = test.written == trace.written;
    if ((entry().flags & COVERME_FUNCTION_CallsUnknown) != 0)
      return;
    const bool roundOtherwise = mayRoundOtherwise(task.options);
    replayed.leavesAlike =
        replayed.leavesAlike &&
        areAlike(plan, test.outputs, trace.outputs, roundOtherwise) &&
        areAlike(variables, test.state, trace.variables, roundOtherwise);
    // Other roundings may lead another way in some tests alone.
    if (!replayed.leavesAlike && roundOtherwise &&
        replayed.difference.empty()) {
      replayed.leavesAlike = true;
      replayed.endsAlike = false;
      replayed.difference =
          fmt::format("leaves other numbers behind when compiled by {}",
                      task.build.compiler());
    }
  }

  // What lies outside of a variable is another thing in each build. That is no
  // sign of two readings of the code; the test alone confirms nothing.
  static void forgiveOutside(ReplayedTest &replayed) {
    if (replayed.leavesAlike && replayed.difference.empty())
      return;
    replayed.leavesAlike = true;
    replayed.endsAlike = false;
    replayed.difference = "goes outside of a variable of the code's own, where "
                          "each build has something else";
  }

  void replayByClang(const std::vector<size_t> &some) {
    const std::vector<TestTrace> traces = runIn(*clang, some);
    for (size_t k = 0; k < some.size(); ++k)
      tests[some[k]].clang = traces[k];
  }

  // Confirms what the replayed tests cover. Would a clang build tell more?
  bool confirmReplayed() {
    const BuildView replay{task.build.notes(), task.build.compiler()};
    BuildView other;
    if (isClang(task.options.gcovCompiler))
      other = replay;
    else if (clangHasRun)
      other = {clang->notes(), clang->compiler()};
    std::vector<ReplayedTest> replayed;
    std::vector<size_t> indices;
    for (size_t i = 0; i < pool.size(); ++i)
      if (isReplayed[i]) {
        replayed.push_back(tests[i]);
        indices.push_back(i);
      }
    const Confirmation found =
        confirm(task.goal.program, outcomeLines, task.goal.scope, replay, other,
                replayed, task.proved);
    confirmed.assign(pool.size(), {});
    for (size_t k = 0; k < indices.size(); ++k)
      confirmed[indices[k]] = found.confirmed[k];
    doubts = found.doubts;
    refuted.insert(found.refuted.begin(), found.refuted.end());
    questioned = found.questioned;
    return found.wantsClang.size() != 0;
  }

  // Adds witnesses of `left` to the pool that are none of those in it. False if
  // there are none, or no time.
  bool searchFor(const BranchSet &left, int number, uint64_t &evaluations) {
    const double seconds = secondsLeft() - kLeastSeconds;
    if (seconds <= 0)
      return false;
    Archive archive(task.goal);
    for (const TargetId target : task.goal.asked())
      if (!left.contains(target))
        archive.targets[target].givenUp = 1;
    // They are not called again.
    for (size_t i = pool.size();
         i-- > 0 && archive.calls.count().crashing < CallLog::kMaxCrashing;)
      if (BranchSet rest = pool[i].covers;
          rest.countWithout(left) != rest.size()) {
        std::copy(pool[i].inputs.begin(), pool[i].inputs.end(),
                  archive.calls.current.begin());
        archive.calls.addCrashing();
      }
    SearchOptions options = task.search;
    options.seed += static_cast<uint64_t>(number) + 1;
    options.maxEvaluations =
        std::min(options.maxEvaluations, kSearchEvaluations);
    options.timeoutSeconds = seconds;
    options.deadline.reset();
    options.prove = ProveMode::Off;
    options.checkProofs = false;
    options.leavesOutside = true;
    runCampaign(task.sharedObject, task.goal, options, archive, {});
    evaluations += archive.calls.count().evaluations;
    bool isAny = false;
    for (Test &test : confirmWitnesses(task.sharedObject, task.goal,
                                       task.search, archive.witnesses())) {
      const bool isKnown =
          std::any_of(pool.begin(), pool.end(), [&](const Test &known) {
            return known.inputs == test.inputs;
          });
      if (isKnown)
        continue;
      isAny = true;
      pool.push_back(std::move(test));
      tests.emplace_back();
      isReplayed.push_back(false);
      confirmed.emplace_back();
    }
    return isAny;
  }

  void finish(ReplayResult &result) {
    // Of what a last choice took, what no other took.
    const BranchSet byOthers = confirmedBy(true);
    std::vector<BranchSet> covers(pool.size());
    for (size_t i = 0; i < pool.size(); ++i) {
      if (!isReplayed[i])
        continue;
      result.replayed.emplace_back(pool[i], tests[i].replay);
      covers[i] = confirmed[i];
      if (isLastChoice(i))
        covers[i].erase(byOthers);
    }
    std::vector<const TestTrace *> traces;
    for (const size_t i : subset(covers)) {
      Test test = pool[i];
      test.covers = confirmed[i];
      result.suite.push_back(std::move(test));
      traces.push_back(&tests[i].replay);
    }
    result.doubts = doubts;
    result.refuted = refuted;
    result.questioned = questioned;
    annotate(task, traces, std::max(secondsLeft(), 0.1), result);
  }

  const ReplayTask &task;
  std::vector<OutcomeLines> outcomeLines;
  std::vector<StateVariable> variables;
  CallSlots slots;
  std::vector<Test> pool;
  std::vector<ReplayedTest> tests; // of the pool, as far as replayed
  std::vector<bool> isReplayed;
  std::vector<BranchSet> confirmed; // of the pool
  std::map<BranchId, std::string> doubts, refuted, questioned;
  std::unique_ptr<CoverageBuild> clang;
  bool clangHasRun = false;
  double deadline; // since the start of the run
};

// Does the replay end as the process does that we kept from it?
bool endsSo(const Ending &ending, const TestTrace &trace) {
  switch (ending.outcome) {
  case COVERME_EXITED:
    return trace.status == (ending.code & 0xff);
  case COVERME_JUMPED:
    return trace.signal != 0;
  default:
    return ending.signal() != 0 && trace.signal == ending.signal();
  }
}

} // namespace

bool isSameResult(const Function &entry, uint64_t a, uint64_t b) {
  return a == b || areBothNan(entry.result, a, b);
}

std::string replayDifference(const Function &entry, const Ending &ending,
                             uint64_t ours, const TestTrace &trace,
                             const std::string &compiler) {
  const std::optional<uint64_t> replayed = trace.result;
  if (!trace.hasRun)
    return "";
  if (!ending.returns()) {
    if (endsSo(ending, trace))
      return "";
    return fmt::format("{} when compiled by {}, {} before",
                       replayed ? "returns" : trace.ending, compiler,
                       textOf(ending));
  }
  if (!replayed && entry.plan.isProgram)
    return ""; // it may exit
  if (!replayed)
    return fmt::format("does not return when compiled by {}: it {}", compiler,
                       trace.ending);
  if (!hasComparedResult(entry))
    return "";
  return isSameResult(entry, *replayed, ours)
             ? ""
             : fmt::format("returns {} when compiled by {}, {} before",
                           formatValue(entry.result, *replayed), compiler,
                           formatValue(entry.result, ours));
}

std::string wayDifference(const Function &entry, const Ending &ending,
                          uint64_t ours, const TestTrace &trace,
                          const std::string &compiler) {
  return entry.mayLackResult() && ending.returns() && trace.result
             ? ""
             : replayDifference(entry, ending, ours, trace, compiler);
}

double secondsFor(const ReplayTask &task) {
  return std::max(task.options.search.timeoutSeconds -
                      task.sinceStart.seconds(),
                  kLeastSeconds);
}

void annotate(const ReplayTask &task,
              const std::vector<const TestTrace *> &traces, double seconds,
              ReplayResult &result) {
  const Function &entry = task.goal.program.functions[task.goal.scope.entry];
  const std::string &compiler = task.options.gcovCompiler;
  try {
    // By a name that #line has given, gcov may find nothing, or a device.
    std::error_code error;
    if (task.build.notes() == nullptr ||
        !std::filesystem::is_regular_file(entry.file, error))
      return;
    const std::optional<std::string> text =
        task.build.annotate(gcovOf(compiler), traces, seconds);
    if (!text)
      return;
    result.annotation = annotationOf(*text, entry.file);
    if (result.annotation.empty()) {
      if (text->find("0:Source:") == std::string::npos)
        fail(ExitCode::Internal, "gcov says nothing about '{}'",
             entry.file.string());
      return; // #line has given the code another file
    }
    const std::vector<std::string> names = namesInCoverage(entry, compiler);
    const auto named = std::ranges::find_if(names, [&](const auto &name) {
      return result.annotation.find("function " + name + " called") !=
             std::string::npos;
    });
    result.counts = parseGcov(
        result.annotation,
        task.withCallees ? ""
                         : *(named == names.end() ? names.begin() : named));
    // With callees, the figures are of all files that count.
    for (uint32_t i = 0; task.withCallees && i <= task.options.others.size();
         ++i)
      if (i != entry.source)
        result.counts->add(
            parseGcov(annotationOf(*text, task.options.sources()[i]), ""));
    result.counts->compiler = compiler;
    result.counts->leftOut = static_cast<uint64_t>(
        std::count_if(traces.begin(), traces.end(), [](const TestTrace *trace) {
          return !trace->isCounted();
        }));
  } catch (const Error &error) {
    result.annotation.clear();
    result.laterError = error;
  }
}

ReplayResult replayTests(const ReplayTask &task, std::vector<Test> candidates) {
  return Replaying(task, std::move(candidates)).run();
}

} // namespace coverme
