// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "execute/LibraryWatch.h"

#include "support/Stopwatch.h"

#include <algorithm>
#include <unistd.h>

namespace coverme {
namespace {

// Of the processor: as many as thousands of ordinary calls take.
constexpr double kPatienceSeconds = 0.02;
// Where no call has returned, the code may just be slow: these have more.
constexpr uint64_t kFirstPatientCall = 8;
constexpr double kMorePatienceSeconds = 0.2;

struct LibraryWatch {
  const LoadedObject *object = nullptr;
  const coverme_session *session = nullptr;
  // Of the call that was asked last, and the first time that it was found
  // where it still is.
  uint64_t epoch = 0, fuel = 0;
  double since = 0;
  uint64_t stuck = 0; // calls
};

LibraryWatch library;

double patience() {
  return library.stuck + 1 == kFirstPatientCall ? kMorePatienceSeconds
                                                : kPatienceSeconds;
}

bool isInLibrary(uintptr_t address) {
  return std::ranges::any_of(
      library.object->notInstrumented,
      [&](const CodeRange &range) { return range.contains(address); });
}

} // namespace

void watchLibraries(const LoadedObject &object,
                    const coverme_session &session) {
  library = {};
  library.object = &object;
  library.session = &session;
}

bool isAsking(const siginfo_t &info) {
  return info.si_signo == kAskSignal && info.si_code == SI_USER &&
         info.si_pid == ::getppid() && ::gettid() == ::getpid();
}

bool isStuck(const ucontext_t &context) {
  if (library.object == nullptr || library.session->callIsRunning == 0)
    return false;
  const uint64_t fuel = *library.object->fuel;
  const double now = processorSeconds(CLOCK_THREAD_CPUTIME_ID);
  // Loops that burn fuel come to an end by themselves.
  if (library.session->epoch != library.epoch || fuel != library.fuel) {
    library.epoch = library.session->epoch;
    library.fuel = fuel;
    library.since = now;
    return false;
  }
  if (now - library.since < patience() ||
      !isInLibrary(static_cast<uintptr_t>(context.uc_mcontext.gregs[REG_RIP])))
    return false;
  ++library.stuck;
  return true;
}

} // namespace coverme
