// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What changes how signals are treated, or asks for one later: passed on, but
// noted, so that the driver puts things right after the call.

#include "Next.h"

#include <signal.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

namespace coverme {
namespace {

Next<sighandler_t(int, sighandler_t)> nextSignal("signal");
Next<int(int, const struct sigaction *, struct sigaction *)>
    nextSigaction("sigaction");
Next<int(int, const sigset_t *, sigset_t *)> nextSigprocmask("sigprocmask");
Next<int(int, const sigset_t *, sigset_t *)>
    nextPthreadSigmask("pthread_sigmask");
Next<int(const stack_t *, stack_t *)> nextSigaltstack("sigaltstack");
Next<unsigned(unsigned)> nextAlarm("alarm");
Next<int(int, const itimerval *, itimerval *)> nextSetitimer("setitimer");
Next<int(clockid_t, sigevent *, timer_t *)> nextTimerCreate("timer_create");

void note() {
  if (isInCall())
    currentSession->notes |= COVERME_NOTE_SIGNALS;
}

} // namespace

void findSignalFunctions() {
  nextSignal.find();
  nextSigaction.find();
  nextSigprocmask.find();
  nextPthreadSigmask.find();
  nextSigaltstack.find();
  nextAlarm.find();
  nextSetitimer.find();
  nextTimerCreate.find();
}

} // namespace coverme

using namespace coverme;

extern "C" {

COVERME_GUARD sighandler_t signal(int number, sighandler_t handler) noexcept {
  note();
  return nextSignal(number, handler);
}
COVERME_GUARD int sigaction(int number, const struct sigaction *action,
                            struct sigaction *old) noexcept {
  note();
  return nextSigaction(number, action, old);
}
COVERME_GUARD int sigprocmask(int how, const sigset_t *set,
                              sigset_t *old) noexcept {
  note();
  return nextSigprocmask(how, set, old);
}
COVERME_GUARD int pthread_sigmask(int how, const sigset_t *set,
                                  sigset_t *old) noexcept {
  note();
  return nextPthreadSigmask(how, set, old);
}
COVERME_GUARD int sigaltstack(const stack_t *stack, stack_t *old) noexcept {
  note();
  return nextSigaltstack(stack, old);
}
COVERME_GUARD unsigned alarm(unsigned seconds) noexcept {
  note();
  return nextAlarm(seconds);
}
COVERME_GUARD int setitimer(__itimer_which_t timer, const itimerval *value,
                            itimerval *old) noexcept {
  note();
  return nextSetitimer(static_cast<int>(timer), value, old);
}
COVERME_GUARD int timer_create(clockid_t clock, sigevent *event,
                               timer_t *timer) noexcept {
  note();
  return nextTimerCreate(clock, event, timer);
}

} // extern "C"
