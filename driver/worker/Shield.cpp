// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "worker/Shield.h"

#include "support/Error.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>

namespace coverme {
namespace {

constexpr size_t kMebibyte = size_t{1} << 20;
// What a process has by default.
constexpr size_t kStackSize = 8 * kMebibyte;
// A function whose frame is larger may step over it.
constexpr size_t kGuardSize = kMebibyte;

constexpr std::array kFatalSignals = {SIGSEGV, SIGBUS,  SIGFPE, SIGILL,
                                      SIGABRT, SIGTRAP, SIGSYS};

// One per process, as signal handlers are.
struct Shielded {
  const LoadedObject *object = nullptr;
  const coverme_session *session = nullptr;
  char *stack = nullptr; // its lowest address
  alignas(16) std::array<char, size_t{64} * 1024> alternateStack;
} shielded;

bool isOnStack(uintptr_t address) {
  const auto lowest = reinterpret_cast<uintptr_t>(shielded.stack);
  return address >= lowest && address < lowest + kStackSize;
}

bool isStackOverflow(const siginfo_t &info, const ucontext_t &context) {
  const auto lowest = reinterpret_cast<uintptr_t>(shielded.stack);
  const auto address = reinterpret_cast<uintptr_t>(info.si_addr);
  const auto stackPointer =
      static_cast<uintptr_t>(context.uc_mcontext.gregs[REG_RSP]);
  return info.si_signo == SIGSEGV &&
         ((address >= lowest - kGuardSize && address < lowest) ||
          !isOnStack(stackPointer));
}

void onFatalSignal(int number, siginfo_t *info, void *context) {
  shielded.object->leaveCall(
      isStackOverflow(*info, *static_cast<ucontext_t *>(context))
          ? COVERME_STACK_OVERFLOW
          : COVERME_SIGNALLED,
      number);
  // No call was running: the fault is ours or came too late.
  ::signal(number, SIG_DFL);
  ::raise(number);
}

// Nobody catches what was thrown.
[[noreturn]] void onTerminate() {
  shielded.object->leaveCall(COVERME_THREW, 0);
  std::abort();
}

// Libraries that the code uses may start processes; ours is not to go on twice.
void onForkInChild() {
  if (shielded.session != nullptr && shielded.session->callIsRunning != 0)
    ::syscall(SYS_exit_group, 0);
}

struct sigaction handlerOfFatalSignals() {
  struct sigaction action{};
  action.sa_sigaction = onFatalSignal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
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
  wanted.ss_sp = shielded.alternateStack.data();
  wanted.ss_size = shielded.alternateStack.size();
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

bool restoreSignals() {
  bool hasChanged = setAlternateStack();
  const struct sigaction fatal = handlerOfFatalSignals();
  struct sigaction byDefault{};
  byDefault.sa_handler = SIG_DFL;
  for (int number = 1; number < SIGRTMIN; ++number) {
    const bool isFatal = std::find(kFatalSignals.begin(), kFatalSignals.end(),
                                   number) != kFatalSignals.end();
    hasChanged |= setHandler(number, isFatal ? fatal : byDefault);
  }
  sigset_t none, found;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, &found);
  hasChanged |= ::sigisemptyset(&found) == 0;
  for (const auto timer : {ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF}) {
    const itimerval off{};
    itimerval before{};
    ::setitimer(timer, &off, &before);
    hasChanged |= before.it_value.tv_sec != 0 || before.it_value.tv_usec != 0;
  }
  return hasChanged;
}

Shield::Shield(const LoadedObject &object, coverme_session &session,
               size_t siteCount, const ShieldSettings &settings) {
  object.attach(&session);
  session.memory = settings.memory;
  session.allocated = 0;
  session.callIsRunning = 0;
  session.regions = nullptr;
  session.regionCount = 0;
  shielded.object = &object;
  shielded.session = &session;
  if (shielded.stack == nullptr) {
    shielded.stack = mapStack();
    std::set_terminate(onTerminate);
    ::pthread_atfork(nullptr, nullptr, onForkInChild);
  }
  // Zeros are above, where an unwinder might look for who called.
  constexpr size_t kZeros = 4096;
  session.stack = shielded.stack + kStackSize - kZeros;
  restoreSignals();
  if (settings.restoresState) {
    image.emplace(object, siteCount);
    session.regions = image->regions().data();
    session.regionCount = image->regions().size();
  }
}

} // namespace coverme
