// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The representing function, fuel, and the way out of a call that must end.

#include "Session.h"

#include "coverme/Distance.h"
#include "coverme/fuel.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <xmmintrin.h>

// Of the C++ library, where there is one.
extern "C" __attribute__((weak)) void *__cxa_get_globals();
// Of the interposers, if there are some: has the call written behind what it
// has allocated?
extern "C" __attribute__((weak)) bool __coverme_heap_is_whole();

// Of AddressSanitizer, in a driver or code that is built with it.
extern "C" __attribute__((weak)) void
__asan_unpoison_memory_region(const volatile void *address, size_t size);

#define COVERME_EXPORT __attribute__((visibility("default")))

namespace coverme {

coverme_session *currentSession;
TextComparison lastComparisons[kLastComparisons];

namespace {

void *exitFromCall[5]; // __builtin_setjmp's
int outcomeOfCall;
coverme_outcome causeOfAbort; // of the running call, or COVERME_SIGNALLED
const void *startOfStack;
void *stackOfCaller;
const void *threadOfCall; // others have no call to leave

// As a process starts (System V ABI for x86-64, section 3.4.1).
constexpr uint32_t kMxcsr = 0x1f80;
constexpr uint32_t kMxcsrFlags = 0x3f; // sticky, and free to be changed
constexpr uint16_t kControlWord = 0x37f;

bool floatEnvironmentIsDefault() {
  uint16_t controlWord;
  asm volatile("fnstcw %0" : "=m"(controlWord));
  return (_mm_getcsr() & ~kMxcsrFlags) == kMxcsr && controlWord == kControlWord;
}

// Also empties the x87 registers, which a call that was left may have filled.
void resetFloatEnvironment() {
  asm volatile("fninit");
  _mm_setcsr(kMxcsr);
}

// Exceptions of a call that was left are none of the next one's business:
// neither those that were on their way nor those that were being handled
// (Itanium C++ ABI: Exception Handling, section 2.2.2).
void forgetExceptions() {
  struct Globals {
    void *caught;
    unsigned uncaught;
  };
  if (__cxa_get_globals != nullptr)
    *static_cast<Globals *>(__cxa_get_globals()) = {};
}

// AddressSanitizer notes which parts of a stack are in no variable. It has not
// seen the frames of a call go that was left.
void forgetFrames() {
  constexpr size_t kStackSize = size_t{8} << 20; // as CallIsolation's
  if (__asan_unpoison_memory_region != nullptr)
    __asan_unpoison_memory_region(
        static_cast<const char *>(startOfStack) - kStackSize, kStackSize);
}

void restoreState(const coverme_session &session) {
  for (uint32_t i = 0; i < session.regionCount; ++i)
    memcpy(session.regions[i].live, session.regions[i].saved,
           session.regions[i].size);
  errno = 0;
  asm volatile("fnclex"); // feclearexcept takes ten times as long
  _mm_setcsr(kMxcsr);
}

// Calls on another stack. Unwinders stop here, as this file has no tables for
// them: an exception does not get past the call. The callee saves registers
// that are zero, so that code which reads beyond its frame finds nothing of
// ours there, which differs from run to run.
void callOnStack(void *stack, coverme_trampoline trampoline, const uint64_t *in,
                 uint64_t *out) {
  // rbp cannot be declared as clobbered where it is the frame pointer.
  asm volatile("leaq -128(%%rsp), %%rsp\n\t" // past the red zone
               "pushq %%rbp\n\t"
               "movq %%rsp, %[ours]\n\t"
               "movq %%rcx, %%rsp\n\t"
               "xorl %%ebx, %%ebx\n\t"
               "xorl %%ebp, %%ebp\n\t"
               "xorl %%r12d, %%r12d\n\t"
               "xorl %%r13d, %%r13d\n\t"
               "xorl %%r14d, %%r14d\n\t"
               "xorl %%r15d, %%r15d\n\t"
               "callq *%%rax\n\t"
               "movq %[ours], %%rsp\n\t"
               "popq %%rbp\n\t"
               "leaq 128(%%rsp), %%rsp"
               : "+D"(in), "+S"(out), "+a"(trampoline),
                 "+c"(stack), [ours] "=m"(stackOfCaller)
               :
               : "rbx", "rdx", "r8", "r9", "r10", "r11", "r12", "r13", "r14",
                 "r15", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6",
                 "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13",
                 "xmm14", "xmm15", "st", "st(1)", "st(2)", "st(3)", "st(4)",
                 "st(5)", "st(6)", "st(7)", "cc", "memory");
}

} // namespace

bool isInCall() {
  return currentSession != nullptr && currentSession->callIsRunning != 0 &&
         threadOfCall == __builtin_thread_pointer();
}

const void *startOfCallStack() { return startOfStack; }

void expectAbort(coverme_outcome cause) {
  if (isInCall())
    causeOfAbort = cause;
}

// Not inlined: __builtin_longjmp must not be where __builtin_setjmp is.
__attribute__((noinline)) void leaveCall(coverme_outcome outcome, int code) {
  if (!isInCall())
    return;
  currentSession->callIsRunning = 0;
  outcomeOfCall =
      outcome == COVERME_SIGNALLED && code == SIGABRT ? causeOfAbort : outcome;
  currentSession->code = code;
  __builtin_longjmp(exitFromCall, 1);
}

} // namespace coverme

using namespace coverme;

extern "C" {

extern const uint32_t COVERME_ABI_SYMBOL;
const uint32_t COVERME_ABI_SYMBOL = COVERME_ABI_VERSION;

// Outside of coverme_call, code runs without a limit.
uint64_t __coverme_fuel = UINT64_MAX;

void __coverme_refuel(const void *stackPointer);

// Puts the registers that outlive calls on the stack, for who compares states.
__attribute__((naked)) void __coverme_out_of_fuel(void) {
  asm("pushq %rbp\n\t"
      "pushq %rbx\n\t"
      "pushq %r12\n\t"
      "pushq %r13\n\t"
      "pushq %r14\n\t"
      "pushq %r15\n\t"
      "movq %rsp, %rdi\n\t"
      "subq $8, %rsp\n\t"
      "callq __coverme_refuel\n\t"
      "addq $8, %rsp\n\t"
      "popq %r15\n\t"
      "popq %r14\n\t"
      "popq %r13\n\t"
      "popq %r12\n\t"
      "popq %rbx\n\t"
      "popq %rbp\n\t"
      "retq");
}

__attribute__((used)) void __coverme_refuel(const void *stackPointer) {
  uint64_t fuel = 0;
  if (isInCall() && currentSession->refuel != nullptr)
    fuel = currentSession->refuel(stackPointer);
  if (fuel == 0)
    leaveCall(COVERME_OUT_OF_FUEL);
  if (isInCall() && fuel > COVERME_MOST_FUEL)
    fuel = COVERME_MOST_FUEL;
  __coverme_fuel = fuel != 0 ? fuel : UINT64_MAX;
}

void __coverme_reject(void) { leaveCall(COVERME_REJECTED); }
void __coverme_unreachable(void) { leaveCall(COVERME_UNREACHABLE); }
void __coverme_outside(void) {
  if (!isInCall())
    return;
  currentSession->notes |= COVERME_NOTE_OUTSIDE;
  if (currentSession->leavesOutside != 0)
    leaveCall(COVERME_UNREACHABLE);
}
void __coverme_end(void) { leaveCall(COVERME_ENDED); }

// COVERME_FUEL_LEFT
COVERME_EXPORT const uint64_t *coverme_fuel_left(void) {
  return &__coverme_fuel;
}

COVERME_EXPORT uint8_t *coverme_states(void) { return __start_coverme_states; }

COVERME_EXPORT uint64_t coverme_site_count(void) {
  return static_cast<uint64_t>(__stop_coverme_states - __start_coverme_states);
}

COVERME_EXPORT uint64_t coverme_function_count(void) {
  return static_cast<uint64_t>(__stop_coverme_tramps - __start_coverme_tramps);
}

COVERME_EXPORT void *const *coverme_globals(void) {
  return __start_coverme_globals;
}

COVERME_EXPORT void coverme_attach(coverme_session *session) {
  currentSession = session;
}

COVERME_EXPORT int coverme_call(uint64_t function, const uint64_t *in,
                                uint64_t *out) {
  coverme_session &session = *currentSession;
  if (session.regionCount != 0)
    restoreState(session);
  ++session.epoch;
  session.touchedCount = 0;
  session.r = unitRank(session.distanceMode);
  session.rSite = COVERME_NO_SITE;
  __coverme_fuel =
      session.fuel < COVERME_MOST_FUEL ? session.fuel : COVERME_MOST_FUEL;
  outcomeOfCall = COVERME_RETURNED;
  causeOfAbort = COVERME_SIGNALLED;
  if (__builtin_setjmp(exitFromCall) == 0) {
    threadOfCall = __builtin_thread_pointer();
    session.callIsRunning = 1;
    const coverme_trampoline trampoline = __start_coverme_tramps[function];
    startOfStack =
        session.stack != nullptr ? session.stack : __builtin_frame_address(0);
    if (session.stack != nullptr)
      callOnStack(session.stack, trampoline, in, out);
    else
      trampoline(in, out);
    if (__coverme_heap_is_whole != nullptr && !__coverme_heap_is_whole())
      leaveCall(COVERME_SIGNALLED, SIGABRT);
    currentSession->callIsRunning = 0;
  }
  __coverme_fuel = UINT64_MAX;
  if (outcomeOfCall != COVERME_RETURNED) {
    forgetFrames();
    forgetExceptions();
    resetFloatEnvironment();
  } else if (!floatEnvironmentIsDefault()) {
    resetFloatEnvironment();
    currentSession->notes |= COVERME_NOTE_FLOAT_ENVIRONMENT;
  }
  return outcomeOfCall;
}

COVERME_EXPORT void coverme_leave_call(int outcome, int code) {
  leaveCall(static_cast<coverme_outcome>(outcome), code);
}

} // extern "C"
