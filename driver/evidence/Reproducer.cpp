// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evidence/Reproducer.h"

#include "coverme/heap.h"
#include "engine/Campaign.h"
#include "execute/CallIsolation.h"
#include "execute/LoopWatch.h"
#include "execute/NativeEvaluator.h"
#include "execute/RoomSizes.h"
#include "execute/RoomWatch.h"
#include "execute/Sandbox.h"
#include "execute/Worker.h"
#include "support/Error.h"

#include <algorithm>
#include <array>
#include <dlfcn.h>
#include <execinfo.h>
#include <link.h>
#include <numeric>

namespace coverme {
namespace {

// Addresses in the code under test, counted from where it is loaded, that a
// fatal signal came through, innermost first.
struct CrashNotes {
  uint32_t count;
  std::array<uint64_t, 16> addresses;
  Fault::Place place;
  uint64_t address; // that was accessed; 0: it is not known

  void add(uint64_t address) {
    if (count < addresses.size())
      addresses[count++] = address;
  }
};

// For the signal handler; a worker makes one reproduction.
CrashNotes *crashNotes;
const link_map *codeUnderTest;

const link_map *objectAt(uint64_t address) {
  dl_find_object found{};
  return ::_dl_find_object(reinterpret_cast<void *>(address), &found) == 0
             ? found.dlfo_link_map
             : nullptr;
}

// Members of what a null pointer is taken to lead to are below.
constexpr uint64_t kNearNull = 4096;
// As large as a stack may be.
constexpr uint64_t kNearStack = uint64_t{1} << 30;

// The processor does not name an address that cannot be one.
uint64_t addressOf(const siginfo_t &info) {
  return info.si_signo == SIGBUS || info.si_code == SEGV_MAPERR ||
                 info.si_code == SEGV_ACCERR
             ? reinterpret_cast<uint64_t>(info.si_addr)
             : 0;
}

Fault::Place placeOf(const siginfo_t &info, uint64_t sp) {
  if (info.si_signo != SIGSEGV)
    return Fault::Place::Unknown;
  if (info.si_code != SEGV_MAPERR && info.si_code != SEGV_ACCERR)
    return Fault::Place::Nowhere;
  const uint64_t address = addressOf(info);
  if (address < kNearNull)
    return Fault::Place::NearNull;
  return info.si_code == SEGV_MAPERR && objectAt(address) == nullptr &&
                 address - sp + kNearStack >= 2 * kNearStack
             ? Fault::Place::Nowhere
             : Fault::Place::Unknown;
}

void noteCrash(const siginfo_t &info, const ucontext_t &context) {
  const auto pc = static_cast<uint64_t>(context.uc_mcontext.gregs[REG_RIP]);
  const auto sp = static_cast<uint64_t>(context.uc_mcontext.gregs[REG_RSP]);
  crashNotes->place = placeOf(info, sp);
  crashNotes->address = addressOf(info);
  const auto add = [](uint64_t address, uint64_t back) {
    if (objectAt(address) == codeUnderTest)
      crashNotes->add(address - back - codeUnderTest->l_addr);
  };
  add(pc, 0);
  if (objectAt(pc) == nullptr) {
    // A jump to nowhere, which the unwinder cannot follow; a call has left its
    // return address on top of the stack.
    add(*reinterpret_cast<const uint64_t *>(sp), 1);
    return;
  }
  std::array<void *, 64> frames{};
  const int depth = ::backtrace(frames.data(), frames.size());
  for (int i = 0; i < depth; ++i)
    if (const auto address = reinterpret_cast<uint64_t>(frames[i]);
        address != pc)
      add(address, 1); // back from the return address into the call
}

// In loop iterations, of 10 to 20 ns where all sites record: what a process
// takes, and how many bytes are allocated in the time of one.
constexpr uint64_t kProcessWork = 100'000;
constexpr uint64_t kBytesOfWork = 80;

// In a worker with a CallIsolation.
void noteCrashes(const LoadedObject &object, CrashNotes &notes) {
  crashNotes = &notes;
  codeUnderTest = objectAt(reinterpret_cast<uint64_t>(object.call));
  std::array<void *, 1> frame{};
  ::backtrace(frame.data(), frame.size()); // loads the unwinder while it may
  observeCrashes(noteCrash);
}

SourceLine lineOf(const Site &site) {
  return {site.file.filename(), site.line};
}

Scope wholeObject(const Program &program, uint32_t entry) {
  Scope scope;
  scope.entry = entry;
  scope.caller = program.functions[entry].caller;
  scope.functions.resize(program.functions.size());
  std::iota(scope.functions.begin(), scope.functions.end(), 0);
  for (uint32_t site = 0; site < program.sites.size(); ++site)
    scope.addSite(program, site);
  return scope;
}

std::vector<BranchId> pathOf(const CallLog &calls, const Program &program) {
  const size_t siteCount = program.sites.size();
  const coverme_session &session = calls.sessionRecord();
  std::vector<BranchId> path;
  for (size_t i = 0; i < session.touchedCount; ++i) {
    const uint32_t site = session.touched[i];
    for (const bool taken : {false, true})
      if (site < siteCount && !program.isAssumption(site) &&
          session.visits[site].distance[taken] == 0)
        path.push_back(branchOf(site, taken));
  }
  return path;
}

} // namespace

Reproducer::Reproducer(std::filesystem::path sharedObject,
                       const Program &program, uint32_t entry,
                       const SearchOptions &options, bool learnsHeap)
    : sharedObject(std::move(sharedObject)), program(program),
      scope(wholeObject(program, entry)), options(options),
      learnsHeap(learnsHeap), lines(this->sharedObject) {}

bool Reproducer::isOver() const {
  return interruptSignal() != 0 ||
         (options.deadline && options.deadline->isOver());
}

Reproduction Reproducer::run(std::span<const uint64_t> input,
                             double hangSeconds, WhenUsedUp whenUsedUp) const {
  // Workers that somebody else kills are no reason to give up. So many in a row
  // die of the input.
  constexpr int kMaxLost = 20;
  for (int lost = 0; lost < kMaxLost; ++lost)
    if (const std::optional<Reproduction> end =
            runOnce(input, hangSeconds, whenUsedUp))
      return *end;
  Reproduction end;
  end.findings.push_back({FindingKind::Signal, SIGKILL, COVERME_NO_SITE});
  return end;
}

std::optional<Reproduction> Reproducer::runOnce(std::span<const uint64_t> input,
                                                double hangSeconds,
                                                WhenUsedUp whenUsedUp) const {
  CallLog calls(input.size(), program.sites.size(),
                entry().plan.buffers.size());
  for (size_t i = 0; i < calls.rooms.size(); ++i) {
    calls.rooms[i].mayBeOwned = learnsHeap;
    calls.rooms[i].isGiven = !entry().plan.buffers[i].isGuessed;
  }
  const SharedArray<uint64_t> outs(1 + entry().plan.outputs.size());
  const SharedArray<CrashNotes> notes(1);
  const SharedArray<CallEnd> callEnd(1);
  const SharedArray<Ending> ending(1);
  const SharedArray<LoopVerdict> loop(1);
  WorkerWatch watch;
  watch.hangSeconds = hangSeconds;
  watch.loadSeconds = kLoadSeconds;
  watch.heartbeat = [&] { return loop[0].refuels; };
  watch.deadline = options.deadline;
  const WorkerEnd end = runInWorker(
      [&] {
        const LoadedObject object = loadInSandbox(sharedObject, program);
        const CallIsolation isolation(object, calls.sessionRecord(),
                                      program.sites.size(),
                                      {entry().mayKeepState(), options.memory});
        watchRooms(object, calls);
        if (!learnsHeap)
          calls.sessionRecord().givenBack = COVERME_GIVES_NOTHING_BACK;
        noteCrashes(object, notes[0]);
        if (whenUsedUp == WhenUsedUp::Look)
          watchLoops(object, program.sites.size(), calls.sessionRecord(),
                     loop[0]);
        std::fill_n(object.states, program.sites.size(), COVERME_STATE_RECORD);
        NativeEvaluator evaluator(object, program, scope, options, calls);
        callEnd[0] = CallEnd::NotRun;
        callEnd[0] = evaluator.run({input.begin(), input.end()});
        ending[0] = evaluator.ending();
        std::copy(evaluator.outputs().begin(), evaluator.outputs().end(),
                  outs.begin());
        const bool isWhole =
            callEnd[0] == CallEnd::Returned ||
            (callEnd[0] == CallEnd::Ended && !ending[0].isCrash());
        if (isWhole && !evaluator.keptToObjects()) {
          callEnd[0] = CallEnd::Misbehaved;
          ending[0] = evaluator.ending();
        }
      },
      watch, options.directory);
  if (end.wasLost())
    return std::nullopt;
  if (end.givenUp)
    return Reproduction{};
  calls.repair();
  if (!end.finished && !end.hasLoaded)
    failToLoad(end);
  // It may end by itself when it goes on, or a portion may take too long.
  const Finding slow{FindingKind::OutOfFuel, 0, calls.lastSite()};
  const bool isSlow = loop[0].refuels != 0;
  if (isSlow && (end.hung || (end.finished && calls.count().findings == 0)))
    calls.addFinding(slow, input);
  else if (!end.finished && calls.count().fullWorker == FullWorker::No)
    recordDeath(end, calls);

  Reproduction reproduction;
  reproduction.path = pathOf(calls, program);
  for (const BranchId branch : reproduction.path)
    if (const Site &site = program.sites[siteOf(branch)]; site.line != 0)
      reproduction.lastDecision = lineOf(site);
  // The code under test may have written over all of it.
  const size_t crashes =
      std::min<size_t>(notes[0].count, notes[0].addresses.size());
  for (size_t i = 0; i < crashes && !reproduction.crash; ++i)
    reproduction.crash = lines.lineOf(notes[0].addresses[i]);
  reproduction.findings.assign(calls.findings.begin(),
                               calls.findings.begin() + calls.count().findings);
  bool isUsedUp = isSlow;
  for (Finding &finding : reproduction.findings) {
    isUsedUp |= finding.kind == FindingKind::OutOfFuel;
    if (finding.kind == FindingKind::OutOfFuel && loop[0].isEndless != 0)
      finding.kind = FindingKind::EndlessLoop;
  }
  reproduction.work = kProcessWork + loop[0].work +
                      (isUsedUp ? options.fuel : 0) +
                      calls.sessionRecord().allocated / kBytesOfWork;
  reproduction.isCut = loop[0].isCut != 0;
  reproduction.overrun = calls.overrun();
  const coverme_session &session = calls.sessionRecord();
  reproduction.fault = {notes[0].place, notes[0].address,
                        session.givenBack == COVERME_HAS_NOT_GIVEN_BACK,
                        (session.notes & COVERME_NOTE_REFUSED) != 0};
  reproduction.freed = givenBack(entry().plan, calls);
  reproduction.end = end.finished ? callEnd[0] : CallEnd::Misbehaved;
  reproduction.ending = ending[0];
  reproduction.result = outs[0];
  reproduction.outputs.assign(outs.begin() + 1, outs.end());
  return reproduction;
}

std::optional<Place> Reproduction::placeOf(const Finding &finding) const {
  if ((finding.kind == FindingKind::Signal ||
       finding.kind == FindingKind::Assertion) &&
      crash)
    return Place{*crash, true};
  return lastPlace();
}

std::optional<Place> Reproduction::lastPlace() const {
  return lastDecision ? std::optional(Place{*lastDecision, false})
                      : std::nullopt;
}

} // namespace coverme
