// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "execute/CallIsolation.h"

#include "execute/LibraryWatch.h"
#include "execute/RoomWatch.h"
#include "execute/Sandbox.h"
#include "execute/StartBlocks.h"
#include "support/AddressSanitizer.h"
#include "support/Error.h"
#include "support/TrustedCall.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <optional>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>
#include <utility>

namespace coverme {
namespace {

constexpr size_t kMebibyte = size_t{1} << 20;
// What a process has by default.
constexpr size_t kStackSize = 8 * kMebibyte;
// A function whose frame is larger may step over it.
constexpr size_t kGuardSize = kMebibyte;

// The ones that nothing happens at by default, or that no handler can catch, or
// that libc keeps for itself (32 and 33); all others end calls.
bool isHarmless(int number) {
  switch (number) {
  case SIGCHLD:
  case SIGCONT:
  case SIGURG:
  case SIGWINCH:
  case SIGKILL:
  case SIGSTOP:
    return true;
  default:
    return number > SIGSYS && number < SIGRTMIN;
  }
}

// One per process, as signal handlers are.
struct IsolatedCall {
  const LoadedObject *object = nullptr;
  const coverme_session *session = nullptr;
  char *stack = nullptr; // its lowest address
  CrashObserver observer = nullptr;
  // What ends the call, while the observer looks at it: on a stack that was
  // written over it may crash itself.
  std::optional<std::pair<coverme_outcome, int>> ending; // with its signal
  // The least number that a timer of POSIX may have that was made since timers
  // were stopped.
  int firstTimer = 0;
  bool hadTimer = false; // a call has set one
  alignas(16) std::array<char, size_t{64} * 1024> alternateStack;
} isolated;

bool isOnStack(uintptr_t address) {
  const auto lowest = reinterpret_cast<uintptr_t>(isolated.stack);
  return address >= lowest && address < lowest + kStackSize;
}

bool isStackOverflow(const siginfo_t &info, const ucontext_t &context) {
  const auto lowest = reinterpret_cast<uintptr_t>(isolated.stack);
  const auto address = reinterpret_cast<uintptr_t>(info.si_addr);
  const auto stackPointer =
      static_cast<uintptr_t>(context.uc_mcontext.gregs[REG_RSP]);
  return info.si_signo == SIGSEGV &&
         ((address >= lowest - kGuardSize && address < lowest) ||
          !isOnStack(stackPointer));
}

// From another process, and no timer of ours.
bool isFromOutside(const siginfo_t &info) {
  return (info.si_code == SI_USER || info.si_code == SI_QUEUE ||
          info.si_code == SI_TKILL) &&
         info.si_pid != ::getpid();
}

bool isOfIntervalTimer(int number) {
  return number == SIGALRM || number == SIGVTALRM || number == SIGPROF;
}

// Where such a signal meets the code is chance.
bool isByClock(const siginfo_t &info) {
  return info.si_code == SI_TIMER ||
         (info.si_code == SI_KERNEL && isOfIntervalTimer(info.si_signo));
}

// A call that the sandbox has stopped ends the call of the code under test;
// outside of one, and in other threads, it fails.
void onForbiddenCall(const ForbiddenCall &forbidden, ucontext_t &context) {
  if (::gettid() == ::getpid())
    isolated.object->leaveCall(forbidden.signal != 0 ? COVERME_SIGNALLED
                                                     : COVERME_STARTED_PROCESS,
                               forbidden.signal);
  failForbiddenCall(context);
}

// The kernel's number of a new timer, which is gone again; none if it makes no
// more. These numbers grow.
std::optional<int> numberOfTimer() {
  struct sigevent silent{};
  silent.sigev_notify = SIGEV_NONE;
  int number = 0;
  if (::syscall(SYS_timer_create, CLOCK_MONOTONIC, &silent, &number) != 0)
    return std::nullopt;
  ::syscall(SYS_timer_delete, number);
  return number;
}

// Of those that timer_create has made. Says whether there was any.
bool deleteTimers() {
  // More than a process may have by default.
  constexpr int kMostTimers = 1 << 16;
  bool wasAny = false;
  const int end = numberOfTimer().value_or(isolated.firstTimer + kMostTimers);
  for (int number = isolated.firstTimer; number < end; ++number)
    wasAny |= ::syscall(SYS_timer_delete, number) == 0;
  isolated.firstTimer = numberOfTimer().value_or(end);
  return wasAny;
}

// Says whether any was running.
bool stopTimers() {
  bool wasRunning = deleteTimers();
  for (const auto timer : {ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF}) {
    const itimerval off{};
    itimerval before{};
    ::setitimer(timer, &off, &before);
    wasRunning |= before.it_value.tv_sec != 0 || before.it_value.tv_usec != 0;
  }
  isolated.hadTimer |= wasRunning;
  return wasRunning;
}

void onFatalSignal(int number, siginfo_t *info, void *context) {
  if (const auto forbidden =
          forbiddenCall(*info, *static_cast<ucontext_t *>(context))) {
    onForbiddenCall(*forbidden, *static_cast<ucontext_t *>(context));
    return;
  }
  // Somebody wants an end: then the worker counts as lost.
  if (isFromOutside(*info))
    trustedCall(SYS_kill, ::getpid(), SIGKILL);
  // One that goes on would strike the next call.
  if (isOfIntervalTimer(number) || info->si_code == SI_TIMER) {
    isolated.hadTimer = true;
    stopTimers();
  }
  // A call is in the first thread; others cannot end it.
  if (::gettid() != ::getpid()) {
    ::signal(number, SIG_DFL);
    ::raise(number);
    return;
  }
  if (meetRoom(number, *info, *static_cast<ucontext_t *>(context)))
    return;
  if (!isolated.ending)
    isolated.ending = {
        isStackOverflow(*info, *static_cast<ucontext_t *>(context))
            ? COVERME_STACK_OVERFLOW
        : isByClock(*info) ? COVERME_TIMED
                           : COVERME_SIGNALLED,
        number};
  // Taken away first, in case it crashes itself.
  if (const CrashObserver observer = std::exchange(isolated.observer, nullptr);
      observer != nullptr && !isByClock(*info))
    observer(*info, *static_cast<ucontext_t *>(context));
  const auto [outcome, signal] = *std::exchange(isolated.ending, std::nullopt);
  // Our frame is left, too.
  if (__asan_unpoison_memory_region != nullptr)
    __asan_unpoison_memory_region(isolated.alternateStack.data(),
                                  isolated.alternateStack.size());
  isolated.object->leaveCall(outcome, signal);
  // The call that has set the timer has ended.
  if (isByClock(*info))
    return;
  // No call was running: the fault is ours or came too late.
  ::signal(number, SIG_DFL);
  ::raise(number);
}

void onAsked(int, siginfo_t *info, void *context) {
  if (isAsking(*info) && isStuck(*static_cast<ucontext_t *>(context)))
    isolated.object->leaveCall(COVERME_OUT_OF_FUEL, kStuckInLibrary);
}

// Nobody catches what was thrown; or nothing was thrown.
[[noreturn]] void onTerminate() {
  isolated.object->leaveCall(COVERME_THREW,
                             std::current_exception() == nullptr);
  std::abort();
}

// Libraries that the code uses may start processes; ours is not to go on twice.
void onForkInChild() {
  if (isolated.session != nullptr && isolated.session->callIsRunning != 0)
    ::syscall(SYS_exit_group, 0);
}

struct sigaction handler(void (*function)(int, siginfo_t *, void *),
                         int moreFlags = 0) {
  struct sigaction action{};
  action.sa_sigaction = function;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER | moreFlags;
  return action;
}

// Sets what differs from `wanted`; says whether it did.
bool setHandler(int number, const struct sigaction &wanted) {
  struct sigaction found{};
  ::sigaction(number, &wanted, &found);
  return found.sa_sigaction != wanted.sa_sigaction;
}

// An overflow of the normal stack is survived on another one.
bool setAlternateStack() {
  stack_t wanted{}, found{};
  wanted.ss_sp = isolated.alternateStack.data();
  wanted.ss_size = isolated.alternateStack.size();
  ::sigaltstack(&wanted, &found);
  return found.ss_sp != wanted.ss_sp;
}

// A stack with guard pages on both sides, for the rest of the process's life.
char *mapStack() {
  void *address = ::mmap(nullptr, kStackSize + 2 * kGuardSize, PROT_NONE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (address == MAP_FAILED)
    fail(ExitCode::Internal, "cannot map a stack: {}", std::strerror(errno));
  char *stack = static_cast<char *>(address) + kGuardSize;
  if (::mprotect(stack, kStackSize, PROT_READ | PROT_WRITE) != 0)
    fail(ExitCode::Internal, "cannot map a stack: {}", std::strerror(errno));
  return stack;
}

} // namespace

void observeCrashes(CrashObserver observer) { isolated.observer = observer; }

bool restoreSignals() {
  bool hasChanged = stopTimers();
  hasChanged |= setAlternateStack();
  const struct sigaction fatal = handler(onFatalSignal);
  const struct sigaction asked = handler(onAsked, SA_RESTART);
  struct sigaction byDefault{};
  byDefault.sa_handler = SIG_DFL;
  for (int number = 1; number <= SIGRTMAX; ++number)
    hasChanged |= setHandler(number, number == kAskSignal ? asked
                                     : isHarmless(number) ? byDefault
                                                          : fatal);
  sigset_t none, found;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, &found);
  hasChanged |= ::sigisemptyset(&found) == 0;
  return hasChanged;
}

bool mayEndByTimer() { return stopTimers() || isolated.hadTimer; }

CallIsolation::CallIsolation(const LoadedObject &object,
                             coverme_session &session, size_t siteCount,
                             const IsolationSettings &settings) {
  object.attach(&session);
  session.memory = settings.memory;
  session.allocated = 0;
  session.refuel = nullptr;
  session.callIsRunning = 0;
  session.regions = nullptr;
  session.regionCount = 0;
  isolated.object = &object;
  isolated.session = &session;
  countNew(object.mayTake, object.countMemory);
  if (isolated.stack == nullptr) {
    isolated.stack = mapStack();
    std::set_terminate(onTerminate);
    ::pthread_atfork(nullptr, nullptr, onForkInChild);
  }
  // Zeros are above, where an unwinder might look for who called.
  constexpr size_t kZeros = 4096;
  session.stack = isolated.stack + kStackSize - kZeros;
  restoreSignals();
  if (settings.restoresState) {
    image.emplace(object, siteCount);
    session.regions = image->regions().data();
    session.regionCount = image->regions().size();
  }
}

CallIsolation::~CallIsolation() { countNew(nullptr, nullptr); }

} // namespace coverme
