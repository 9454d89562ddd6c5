// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "suite/Trial.h"

#include "search/Objective.h"
#include "suite/Campaign.h"
#include "worker/Worker.h"

#include <array>
#include <csignal>
#include <dlfcn.h>
#include <execinfo.h>
#include <link.h>
#include <numeric>
#include <ucontext.h>

namespace coverme {
namespace {

// Addresses in the code under test, counted from where it is loaded, that a
// fatal signal came through, innermost first.
struct CrashNotes {
  uint32_t count;
  std::array<uint64_t, 16> addresses;

  void add(uint64_t address) {
    if (count < addresses.size())
      addresses[count++] = address;
  }
};

// What the signal handler needs; a worker makes one trial.
struct Recorder {
  CrashNotes *notes;
  const link_map *object;
  std::array<struct sigaction, NSIG> next; // handlers that end the call
  volatile sig_atomic_t isBusy;
};
Recorder recorder;

const link_map *objectAt(uint64_t address) {
  dl_find_object found{};
  return ::_dl_find_object(reinterpret_cast<void *>(address), &found) == 0
             ? found.dlfo_link_map
             : nullptr;
}

// How far from the stack pointer an access may fault and still be the stack's
// end: a page and the widest frame that is pushed without a probe in between.
constexpr uint64_t kStackMargin = uint64_t{64} * 1024;

void noteFrames(int number, const siginfo_t &info, const ucontext_t &context) {
  const auto pc = static_cast<uint64_t>(context.uc_mcontext.gregs[REG_RIP]);
  const auto sp = static_cast<uint64_t>(context.uc_mcontext.gregs[REG_RSP]);
  const auto fault = reinterpret_cast<uint64_t>(info.si_addr);
  // Where a recursion meets the end of the stack is chance; the decision that
  // it came through is not.
  if (number == SIGSEGV && fault - sp + kStackMargin < 2 * kStackMargin)
    return;
  const auto add = [](uint64_t address, uint64_t back) {
    if (objectAt(address) == recorder.object)
      recorder.notes->add(address - back - recorder.object->l_addr);
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

void onCrash(int number, siginfo_t *info, void *context) {
  if (recorder.isBusy == 0) {
    recorder.isBusy = 1;
    noteFrames(number, *info, *static_cast<const ucontext_t *>(context));
  }
  const struct sigaction &next = recorder.next[static_cast<size_t>(number)];
  if ((next.sa_flags & SA_SIGINFO) != 0)
    next.sa_sigaction(number, info, context);
  else
    next.sa_handler(number);
}

// In a worker: goes ahead of the handlers of catchSignalsOfCalls.
void noteCrashes(const LoadedObject &object, CrashNotes &notes) {
  recorder.notes = &notes;
  recorder.object = objectAt(reinterpret_cast<uint64_t>(object.call));
  std::array<void *, 1> frame{};
  ::backtrace(frame.data(), frame.size()); // loads the unwinder while it may
  for (int number = 1; number < NSIG; ++number) {
    struct sigaction &next = recorder.next[static_cast<size_t>(number)];
    if (::sigaction(number, nullptr, &next) != 0 ||
        next.sa_handler == SIG_DFL || next.sa_handler == SIG_IGN)
      continue;
    struct sigaction ours = next;
    ours.sa_sigaction = onCrash;
    ours.sa_flags |= SA_SIGINFO;
    ::sigaction(number, &ours, nullptr);
  }
}

Scope wholeObject(const Program &program, uint32_t entry) {
  Scope scope;
  scope.entry = entry;
  scope.functions.resize(program.functions.size());
  std::iota(scope.functions.begin(), scope.functions.end(), 0);
  scope.sites.resize(program.sites.size());
  std::iota(scope.sites.begin(), scope.sites.end(), 0);
  return scope;
}

std::vector<BranchId> pathOf(const SearchState &state, size_t siteCount) {
  const coverme_session &session = state.sessionRecord();
  std::vector<BranchId> path;
  // The code under test may have written over all of it.
  const size_t count = std::min<size_t>(session.touchedCount, siteCount);
  for (size_t i = 0; i < count; ++i) {
    const uint32_t site = session.touched[i];
    for (const bool taken : {false, true})
      if (site < siteCount && session.visits[site].distance[taken] == 0)
        path.push_back(branchOf(site, taken));
  }
  return path;
}

} // namespace

Trials::Trials(std::filesystem::path sharedObject, const Program &program,
               uint32_t entry, const SearchOptions &options)
    : sharedObject(std::move(sharedObject)), program(program),
      scope(wholeObject(program, entry)), options(options),
      lines(this->sharedObject) {}

TrialEnd Trials::run(std::span<const uint64_t> input,
                     double hangSeconds) const {
  SearchState state(input.size(), program.sites.size());
  const SharedArray<uint64_t> outs(1 + input.size());
  const SharedArray<CrashNotes> notes(1);
  WorkerWatch watch;
  watch.hangSeconds = hangSeconds;
  const WorkerEnd end = runInWorker(
      [&] {
        const LoadedObject object = loadObject(sharedObject, program);
        catchSignalsOfCalls(object, &state.count().lastSignal);
        noteCrashes(object, notes[0]);
        Objective objective(object, program, scope, options, state);
        objective.evaluate({input.begin(), input.end()});
        std::copy(objective.outputs().begin(), objective.outputs().end(),
                  outs.begin());
      },
      watch);
  if (!end.finished)
    recordDeath(end, state);

  TrialEnd trial;
  trial.path = pathOf(state, program.sites.size());
  if (!trial.path.empty()) {
    const Site &site = program.sites[siteOf(trial.path.back())];
    trial.place = {{site.file.filename(), site.line}, false};
  }
  if (state.count().findings == 0) {
    trial.result = outs[0];
    size_t slot = 1;
    for (const Parameter &parameter : entry().parameters)
      if (parameter.isPointer)
        trial.pointees.push_back(outs[slot++]);
    return trial;
  }
  trial.finding = state.findings[0];
  for (uint32_t i = 0; i < notes[0].count; ++i)
    if (const auto line = lines.lineOf(notes[0].addresses[i])) {
      trial.place = {*line, true};
      break;
    }
  return trial;
}

} // namespace coverme
