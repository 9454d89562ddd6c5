// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evidence/Suite.h"

#include "coverme/heap.h"
#include "coverme/replay.h"
#include "evidence/StateNumbers.h"
#include "execute/CallIsolation.h"
#include "execute/RoomSizes.h"
#include "execute/RoomWatch.h"
#include "execute/Sandbox.h"
#include "execute/Worker.h"
#include "support/FileDescriptor.h"
#include "support/Stopwatch.h"

#include <algorithm>
#include <fcntl.h>
#include <queue>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

// glibc's fflush(NULL), by a name that no code under test has.
extern "C" int _IO_flush_all();

namespace coverme {
namespace {

// Workers that somebody else may kill.
constexpr size_t kMaxLost = 1000;

// What confirming workers write, one row per witness.
class Confirmations {
public:
  Confirmations(size_t count, size_t outWidth, size_t stateWidth,
                size_t branchCount)
      : hasEnded(count), wentOutside(count), endings(count), seconds(count),
        written(count), outs(count * outWidth), states(count * stateWidth),
        progress(1), outWidth(outWidth), stateWidth(stateWidth),
        hits(count * BranchSet::wordsFor(branchCount)),
        hitWords(BranchSet::wordsFor(branchCount)) {}

  uint64_t *out(size_t i) const { return outs.data() + i * outWidth; }
  uint64_t *state(size_t i) const { return states.data() + i * stateWidth; }
  void addHit(size_t i, BranchId branch) const {
    hits[i * hitWords + BranchSet::wordOf(branch)] |= BranchSet::bitOf(branch);
  }
  BranchSet hit(size_t i) const {
    return BranchSet(std::span(hits.data() + i * hitWords, hitWords));
  }

  SharedArray<uint8_t> hasEnded, wentOutside;
  SharedArray<Ending> endings;
  SharedArray<double> seconds;
  SharedArray<uint64_t> written, outs, states;
  SharedArray<uint64_t> progress;

  const size_t outWidth, stateWidth;

private:
  SharedArray<BranchSet::Word> hits;
  size_t hitWords;
};

// What calls write to standard output and error of a worker, in a file in their
// place, which takes COVERME_MOST_WRITTEN bytes.
class WrittenText {
public:
  WrittenText() : file(::memfd_create("written", MFD_ALLOW_SEALING)) {
    if (::ftruncate(file.get(), COVERME_MOST_WRITTEN) != 0 ||
        ::fcntl(file.get(), F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK) != 0)
      return;
    text = ::mmap(nullptr, COVERME_MOST_WRITTEN, PROT_READ, MAP_SHARED,
                  file.get(), 0);
    for (const int stream : {STDOUT_FILENO, STDERR_FILENO})
      ::dup2(file.get(), stream);
  }

  // Its checksum; 0: nothing. The next call begins with nothing.
  uint64_t take() const {
    ::_IO_flush_all();
    const off_t end = ::lseek(file.get(), 0, SEEK_CUR);
    if (end <= 0 || text == MAP_FAILED)
      return 0;
    ::lseek(file.get(), 0, SEEK_SET);
    return coverme_written(static_cast<const char *>(text),
                           static_cast<uint64_t>(end));
  }

private:
  FileDescriptor file;
  void *text = MAP_FAILED; // as long as the worker
};

// Calls the entry on the witness with every site recording.
void confirmOne(const LoadedObject &object, const Goal &goal,
                const std::vector<TargetId> &asked,
                const std::vector<StateVariable> &variables,
                const CallLog &scratch, const WrittenText &text,
                std::span<const uint64_t> input, size_t i,
                const Confirmations &results) {
  const Scope &scope = goal.scope;
  for (const uint32_t site : scope.sites)
    object.states[site] = COVERME_STATE_RECORD;
  coverme_session &session = scratch.sessionRecord();
  // What hangs on what lies ahead of an object makes no test.
  std::optional<Ending> ahead;
  if (mayGoAhead() != Ahead::OfNone) {
    const RoomsAhead rooms(false);
    const int outcome = object.call(scope.caller, input.data(), results.out(i));
    ahead = Ending{outcome, session.code};
    settleRooms();
    text.take();
  }
  const Stopwatch watch;
  const int outcome = object.call(scope.caller, input.data(), results.out(i));
  results.seconds[i] = watch.seconds();
  settleRooms();
  const Ending ending{outcome, session.code};
  const uint32_t notes = std::exchange(session.notes, 0);
  if ((notes & COVERME_NOTE_SIGNALS) != 0)
    restoreSignals();
  results.wentOutside[i] = (notes & COVERME_NOTE_OUTSIDE) != 0;
  if (ahead && (ahead->outcome != outcome || ahead->code != ending.code))
    return;
  if (outcome != COVERME_RETURNED && object.settingUp != nullptr &&
      *object.settingUp != 0)
    return; // what fails is a call ahead of the entry's
  const CallEnd end = endOf(ending, goal.program.functions[scope.entry]);
  if (end == CallEnd::Rejected || end == CallEnd::Excluded ||
      (end == CallEnd::Misbehaved && !goal.countsAllCalls()))
    return;
  if (outcome != COVERME_RETURNED)
    std::fill_n(results.out(i), results.outWidth, 0);
  uint64_t *state = results.state(i);
  for (const StateVariable &variable : variables) {
    const auto *place =
        static_cast<const char *>(object.globals[variable.global]);
    for (const ObjectNumber &number : variable.numbers)
      *state++ = place != nullptr ? bitsIn(place, number) : 0;
  }
  for (const TargetId target : asked)
    if (const coverme_visit *visit = scratch.visitOf(goal.siteOf(target));
        visit != nullptr && goal.distance(target, *visit) == 0)
      results.addHit(i, target);
  if (end != CallEnd::Returned)
    results.endings[i] = ending;
  results.hasEnded[i] = 1;
  // Last of all: the call may have left anything where libc has its files.
  const uint64_t written = text.take();
  if (end == CallEnd::Returned)
    results.written[i] = written;
}

// Calls the entry on each, so many in a process, until so many processes have
// died. Those that no search has called are watched: what touches what lies
// ahead of an object is left out.
enum class Inputs { OfSearch, New };
std::vector<Test> callEach(const std::filesystem::path &sharedObject,
                           const Goal &goal, const SearchOptions &options,
                           const std::vector<Input> &witnesses,
                           size_t perWorker, size_t mostDeaths, Inputs kind) {
  const Program &program = goal.program;
  const Scope &scope = goal.scope;
  const Function &entry = program.functions[scope.entry];
  const size_t inputCount = entry.inputs().size();
  const size_t outCount = 1 + entry.plan.outputs.size();
  const std::vector<StateVariable> variables = stateVariables(program, entry);
  const size_t stateCount = numberCount(variables);
  const size_t count = witnesses.size();
  const std::vector<TargetId> asked = goal.asked();
  const Confirmations results(count, outCount, stateCount, goal.targetCount());
  CallLog scratch(inputCount, program.sites.size(), entry.plan.buffers.size());
  limitRooms(entry.plan, /*canGrow=*/false, scratch);
  scratch.sessionRecord().fuel = options.fuel;
  scratch.sessionRecord().givenBack = COVERME_REFUSES_TO_GIVE_BACK;

  WorkerWatch watch;
  watch.heartbeat = [&] { return results.progress[0]; };
  watch.deadline = options.deadline;
  size_t lost = 0, deaths = 0;
  for (size_t first = 0; first < count;) {
    const size_t last = std::min(first + perWorker, count);
    const WorkerEnd end = runInWorker(
        [&] {
          const WrittenText text;
          const LoadedObject object = loadInSandbox(sharedObject, program);
          const CallIsolation isolation(object, scratch.sessionRecord(),
                                        program.sites.size(),
                                        {entry.mayKeepState(), options.memory});
          if (kind == Inputs::New)
            watchRooms(object, scratch);
          for (size_t i = first; i < last; ++i) {
            confirmOne(object, goal, asked, variables, scratch, text,
                       witnesses[i], i, results);
            // Once all is noted: a worker may be lost at any moment.
            results.progress[0] = i + 1;
          }
        },
        watch, options.directory);
    // What there was no time for any more is not confirmed.
    if (end.givenUp || watch.grace.isOver())
      break;
    // A worker that died took the witness it was at with it, no more; one that
    // was lost was not at fault.
    const bool isRetried = end.wasLost() && ++lost <= kMaxLost;
    // Where it was, which the code under test may have written over.
    const size_t at = std::clamp<size_t>(results.progress[0], first, last);
    if (!end.finished && !isRetried && ++deaths == mostDeaths)
      break;
    first = end.finished ? last : at + (isRetried ? 0 : 1);
    results.progress[0] = first;
  }

  std::vector<Test> tests;
  for (size_t i = 0; i < count; ++i) {
    if (results.hasEnded[i] == 0)
      continue;
    const uint64_t *out = results.out(i), *state = results.state(i);
    tests.push_back({witnesses[i],
                     out[0],
                     {out + 1, out + outCount},
                     results.hit(i),
                     results.endings[i],
                     results.seconds[i],
                     {state, state + stateCount},
                     results.written[i],
                     results.wentOutside[i] != 0});
  }
  return tests;
}

} // namespace

std::vector<Test> confirmWitnesses(const std::filesystem::path &sharedObject,
                                   const Goal &goal,
                                   const SearchOptions &options,
                                   const std::vector<Input> &witnesses) {
  // Code without state of its own may share a process; other code gets a new
  // one for every witness.
  const bool isAlone = goal.program.functions[goal.scope.entry].mayKeepState();
  return callEach(sharedObject, goal, options, witnesses,
                  isAlone ? 1 : std::max<size_t>(witnesses.size(), 1), SIZE_MAX,
                  Inputs::OfSearch);
}

std::vector<Test> tryInputs(const std::filesystem::path &sharedObject,
                            const Goal &goal, const SearchOptions &options,
                            const std::vector<Input> &inputs) {
  return callEach(sharedObject, goal, options, inputs,
                  std::max<size_t>(inputs.size(), 1), 1, Inputs::New);
}

std::vector<size_t> minimalSubset(const std::vector<BranchSet> &candidates) {
  // What a candidate adds shrinks as others are chosen, so that an old gain is
  // too large at worst: the largest one is that of the best candidate when it
  // still holds.
  struct Gain {
    size_t count, index;
    bool operator<(const Gain &other) const {
      return count != other.count ? count < other.count : index > other.index;
    }
  };
  std::priority_queue<Gain> gains;
  for (size_t i = 0; i < candidates.size(); ++i)
    gains.push({candidates[i].size(), i});

  std::vector<bool> chosen(candidates.size(), false);
  BranchSet covered;
  std::vector<uint32_t> timesCovered; // by the chosen tests
  while (!gains.empty()) {
    const auto [old, best] = gains.top();
    gains.pop();
    const BranchSet &covers = candidates[best];
    const size_t gain = covers.countWithout(covered);
    if (gain == 0)
      continue;
    if (gain < old) {
      gains.push({gain, best});
      continue;
    }
    chosen[best] = true;
    covered.insert(covers);
    for (const BranchId branch : covers) {
      if (branch >= timesCovered.size())
        timesCovered.resize(branch + 1);
      ++timesCovered[branch];
    }
  }

  for (size_t i = 0; i < candidates.size(); ++i) {
    const BranchSet &covers = candidates[i];
    if (!chosen[i] ||
        std::any_of(covers.begin(), covers.end(),
                    [&](BranchId branch) { return timesCovered[branch] == 1; }))
      continue;
    chosen[i] = false;
    for (const BranchId branch : covers)
      --timesCovered[branch];
  }

  std::vector<size_t> subset;
  for (size_t i = 0; i < candidates.size(); ++i)
    if (chosen[i])
      subset.push_back(i);
  return subset;
}

std::vector<size_t> minimalSubset(std::vector<BranchSet> candidates,
                                  const std::vector<Test> &tests) {
  const auto returns = [&](size_t i) { return tests[i].ending.returns(); };
  BranchSet byReturning;
  for (size_t i = 0; i < candidates.size(); ++i)
    if (returns(i))
      byReturning.insert(candidates[i]);
  for (size_t i = 0; i < candidates.size(); ++i)
    if (!returns(i))
      candidates[i].erase(byReturning);
  std::vector<size_t> subset = minimalSubset(candidates);
  std::stable_partition(subset.begin(), subset.end(), returns);
  return subset;
}

std::vector<Test> minimiseSuite(const std::vector<Test> &candidates) {
  std::vector<BranchSet> covers;
  for (const Test &test : candidates)
    covers.push_back(test.covers);
  std::vector<Test> suite;
  for (const size_t i : minimalSubset(std::move(covers), candidates))
    suite.push_back(candidates[i]);
  return suite;
}

} // namespace coverme
