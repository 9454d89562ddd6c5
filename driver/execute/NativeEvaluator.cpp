// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "execute/NativeEvaluator.h"

#include "execute/CallIsolation.h"
#include "execute/LibraryWatch.h"
#include "execute/RoomWatch.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <unistd.h>
#include <utility>

namespace coverme {
namespace {

// Nullopt: no fault of the code's. It may exit, abort and throw, and it is we
// who have made an object too small.
std::optional<FindingKind> kindOf(int outcome) {
  switch (outcome) {
  case COVERME_EXITED:
  case COVERME_ABORTED:
  case COVERME_THREW:
  case COVERME_OVERRAN:
    return std::nullopt;
  case COVERME_SIGNALLED:
  case COVERME_TIMED:
    return FindingKind::Signal;
  case COVERME_ASSERTED:
    return FindingKind::Assertion;
  case COVERME_STACK_OVERFLOW:
    return FindingKind::StackOverflow;
  case COVERME_OUT_OF_MEMORY:
    return FindingKind::OutOfMemory;
  case COVERME_JUMPED:
    return FindingKind::Jump;
  case COVERME_STARTED_PROCESS:
    return FindingKind::Process;
  default:
    return FindingKind::OutOfFuel;
  }
}

// A spent tank costs a million loop iterations: hundreds of ordinary calls.
constexpr uint64_t kSurcharge = 99;
// A fault costs a signal, and often a deep stack; other ends are like it.
constexpr uint64_t kEndSurcharge = 24;
// A call that does not come back from a library costs as much as thousands.
constexpr uint64_t kStuckSurcharge = 4999;

unsigned bitsOf(const Scalar &scalar) {
  return scalar.kind == ScalarKind::Bool ? 1 : scalar.width;
}

// Counts like an odometer, the first scalar fastest. False at the end.
bool next(uint64_t *input, const InputSpace &inputs) {
  for (size_t i = 0; i < inputs.size(); ++i) {
    if ((++input[i] >> bitsOf(inputs[i])) == 0)
      return true;
    input[i] = 0;
  }
  return false;
}

// Does the program call what draws random numbers from a state of libc's?
bool callsRandom(const Program &program) {
  constexpr std::array kDrawers = {"rand", "random", "drand48", "lrand48",
                                   "mrand48"};
  return std::ranges::any_of(program.globals, [&](const Global &global) {
    return std::ranges::find(kDrawers, global.name) != kDrawers.end();
  });
}

// As when a program begins: each call, in whatever process, draws the same.
void restoreRandom() {
  unsigned short begin[3] = {};
  ::srand(1);
  ::seed48(begin);
}

} // namespace

NativeEvaluator::NativeEvaluator(const LoadedObject &object,
                                 const Program &program, const Scope &scope,
                                 const SearchOptions &options, CallLog &log)
    : object(object), program(program), scope(scope), log(log),
      session(log.sessionRecord()), fuel(options.fuel),
      drawsRandom(callsRandom(program)),
      out(1 + program.functions[scope.entry].plan.outputs.size()) {
  session.distanceMode = static_cast<uint32_t>(options.distance);
  session.fuel = fuel;
  session.leavesOutside = options.leavesOutside;
  object.attach(&session);
  for (uint32_t i = 0; i < log.count().crashing; ++i) {
    const auto input = log.crashingInput(i);
    crashing.emplace(input.begin(), input.end());
  }
  for (const Input &input : crashing)
    for (const Size &size :
         sizesZeroIn(program.functions[scope.entry].plan, input))
      crashingSizes.insert(size);
}

// What the objects that set-up calls make in this input have none of.
std::vector<NativeEvaluator::Size>
NativeEvaluator::sizesZeroIn(const InputPlan &plan, const Input &input) {
  std::vector<Size> sizes;
  for (const SetupCall &call : plan.setupCalls) {
    if (!call.choiceSlot || input[*call.choiceSlot] == 0)
      continue;
    for (const SetupArgument &argument : call.arguments)
      if (argument.kind == SetupArgument::Kind::Made)
        for (const Cell &cell :
             plan.setupArguments[argument.index].argument.value.cells)
          if (plan.inputs[cell.slot].isSize && input[cell.slot] == 0)
            sizes.push_back({*call.choiceSlot, cell.slot});
  }
  return sizes;
}

CallEnd NativeEvaluator::run(const Input &input, uint64_t portion) {
  // Also those that are not run: there may be no others, and a search ends.
  ++log.count().evaluations;
  if (!crashing.empty() && crashing.contains(input))
    return CallEnd::NotRun;
  if (std::any_of(crashingSizes.begin(), crashingSizes.end(),
                  [&](const Size &size) {
                    return input[size.choiceSlot] != 0 && input[size.slot] == 0;
                  }))
    return CallEnd::NotRun;
  std::copy(input.begin(), input.end(), log.current.begin());
  session.fuel = std::min(portion, fuel);
  if (drawsRandom)
    restoreRandom();
  int outcome = call(log.current.data());
  if (outcome == COVERME_SIGNALLED && mayGoAhead() != Ahead::OfNone)
    outcome = callAhead(outcome);
  session.fuel = fuel;
  const auto isStuckInLibrary = [&] {
    return outcome == COVERME_OUT_OF_FUEL && session.code == kStuckInLibrary;
  };
  const auto isStarved = [&] {
    return outcome == COVERME_OUT_OF_FUEL && !isStuckInLibrary() &&
           portion < fuel;
  };
  // Whether a timer of its own ends it before little fuel does is chance.
  if (isStarved() && mayEndByTimer()) {
    portion = fuel;
    outcome = call(log.current.data());
  }
  ++calls;
  if (session.notes != 0)
    recordNotes(input);
  last = {outcome, session.code};
  lastOutcome = outcome;
  // What a call ahead of the entry's does wrong is for a run of that function
  // to tell, and an assumption that fails is not fulfilled. Memory may be full
  // of what earlier calls have left.
  const bool hasFailedEarly =
      outcome != COVERME_RETURNED && outcome != COVERME_REJECTED &&
      outcome != COVERME_OUT_OF_MEMORY && object.settingUp != nullptr &&
      *object.settingUp != 0;
  if (isStarved()) {
    // A surcharge in proportion to that of a call that has all fuel.
    log.count().surcharge += kSurcharge * portion / fuel;
    if (!hasFailedEarly)
      addFinding(FindingKind::Starved, 0, input);
    return CallEnd::Starved;
  }
  if (isStuckInLibrary())
    log.count().surcharge += kStuckSurcharge;
  else if (hasFailedEarly)
    log.count().surcharge += kSurcharge;
  if (isStuckInLibrary() && !hasFailedEarly) {
    // Alone it gets more time: it may return.
    addFinding(FindingKind::Starved, 0, input);
    return CallEnd::Misbehaved;
  }
  const CallEnd end = hasFailedEarly
                          ? CallEnd::Rejected
                          : endOf(last, program.functions[scope.entry]);
  if (end == CallEnd::Returned)
    last = {};
  if (outcome != COVERME_RETURNED)
    std::fill(out.begin(), out.end(), 0);
  if (end == CallEnd::Ended || end == CallEnd::Misbehaved)
    recordMisbehaviour(end, input);
  return end;
}

int NativeEvaluator::call(const uint64_t *input) {
  session.notes = 0;
  int outcome = object.call(scope.caller, input, out.data());
  if (uint32_t &most = log.count().allocations;
      object.allocations != nullptr && *object.allocations > most)
    most = static_cast<uint32_t>(
        std::min<unsigned long>(*object.allocations, UINT32_MAX));
  if (object.usedUpStubs != nullptr)
    log.count().usedUpStubs |= *object.usedUpStubs;
  KeptToRooms kept = settleRooms();
  if (kept == KeptToRooms::Unknown) {
    session.notes = 0;
    outcome = object.call(scope.caller, input, out.data());
    kept = settleRooms();
  }
  return kept == KeptToRooms::Yes ? outcome : COVERME_OVERRAN;
}

bool NativeEvaluator::keptToObjects() {
  if (mayGoAhead() == Ahead::OfNone)
    return true;
  const int ahead = callAhead(lastOutcome);
  session.notes &= COVERME_NOTE_REFUSED; // the others are of the first call
  if (!wentAheadOfGiven())
    return ahead != COVERME_OVERRAN;
  last = {ahead, session.code};
  recordMisbehaviour(CallEnd::Misbehaved,
                     {log.current.begin(), log.current.end()});
  return false;
}

// Calls once more with the same inputs, with objects where accesses ahead of
// them are seen. What is known of the last call is then of this one, or of a
// third where the second ended otherwise for another reason.
int NativeEvaluator::callAhead(int outcome) {
  int ahead = 0;
  {
    const RoomsAhead rooms(outcome != COVERME_SIGNALLED);
    ahead = call(log.current.data());
  }
  return ahead == outcome || ahead == COVERME_OVERRAN || wentAheadOfGiven()
             ? ahead
             : call(log.current.data());
}

void NativeEvaluator::recordMisbehaviour(CallEnd end, const Input &input) {
  const bool isFull = last.outcome == COVERME_OUT_OF_MEMORY;
  if (isFull && calls > 1)
    endFullWorker(FullWorker::ByLeaks);
  if (end == CallEnd::Misbehaved || last.isCrash())
    log.count().surcharge +=
        last.outcome == COVERME_OUT_OF_FUEL ? kSurcharge : kEndSurcharge;
  if (const std::optional<FindingKind> kind = kindOf(last.outcome))
    addFinding(*kind, last.code, input);
  if (isFull)
    endFullWorker(FullWorker::ByLastCall);
}

void NativeEvaluator::endFullWorker(FullWorker reason) {
  log.count().fullWorker = reason;
  ::_exit(0);
}

void NativeEvaluator::recordNotes(const Input &input) {
  const uint32_t notes =
      std::exchange(session.notes, session.notes & COVERME_NOTE_REFUSED);
  if ((notes & COVERME_NOTE_FLOAT_ENVIRONMENT) != 0)
    addFinding(FindingKind::FloatEnvironment, 0, input);
  if ((notes & COVERME_NOTE_SIGNALS) != 0 && restoreSignals())
    addFinding(FindingKind::Signals, 0, input);
}

void NativeEvaluator::addFinding(FindingKind kind, int32_t code,
                                 const Input &input) {
  if (!program.functions[scope.entry].plan.failsUnasked(input))
    log.addFinding({kind, code, log.lastSite()}, input);
}

// Lets hooks pass over visits that take no open branch.
void NativeEvaluator::setHitsOnly(bool on) {
  for (const uint32_t site : scope.sites) {
    uint8_t &state = object.states[site];
    state &= COVERME_STATE_TRUE_OPEN | COVERME_STATE_FALSE_OPEN;
    if (on && state != 0)
      state |= COVERME_STATE_HITS_ONLY;
  }
}

std::optional<AllRuns>
NativeEvaluator::runAll(const InputSpace &inputs,
                        const std::function<bool()> &goesOn,
                        const std::function<bool(const Input &)> &onHit) {
  uint64_t *input = log.current.data(); // where the parent looks for it
  std::fill_n(input, inputs.size(), 0);
  AllRuns all;
  setHitsOnly(true);
  do {
    if (!goesOn()) {
      setHitsOnly(false);
      return std::nullopt;
    }
    ++all.inputs;
    ++log.count().evaluations;
    ++log.count().uncharged;
    const int outcome = call(input);
    const bool hasReturned =
        outcome == COVERME_RETURNED || outcome == COVERME_REJECTED ||
        outcome == COVERME_UNREACHABLE || outcome == COVERME_ENDED;
    if (hasReturned && session.touchedCount == 0)
      continue;
    setHitsOnly(false);
    const bool isAnyOpen = onHit({input, input + inputs.size()});
    all.unreturned += !hasReturned;
    if (outcome == COVERME_OUT_OF_FUEL)
      return std::nullopt;
    if (!isAnyOpen)
      return all;
    setHitsOnly(true);
  } while (next(input, inputs));
  setHitsOnly(false);
  return all;
}

} // namespace coverme
