// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls that sleep go on at once, up to a second each in all: nothing happens
// meanwhile that the code could see but the time. How long it would have been
// is in the session. What sleeps longer does so.

#include "Next.h"

#include <time.h>
#include <unistd.h>

namespace coverme {
namespace {

constexpr uint64_t kSecond = 1'000'000'000; // in nanoseconds

Next<unsigned(unsigned)> nextSleep("sleep");
Next<int(useconds_t)> nextUsleep("usleep");
Next<int(const timespec *, timespec *)> nextNanosleep("nanosleep");
Next<int(clockid_t, int, const timespec *, timespec *)>
    nextClockNanosleep("clock_nanosleep");

uint64_t epochOfCall, left; // nanoseconds that the call may sleep

bool isSkipped(uint64_t nanoseconds) {
  if (!isInCall())
    return false;
  if (epochOfCall != currentSession->epoch) {
    epochOfCall = currentSession->epoch;
    left = kSecond;
  }
  if (nanoseconds > left)
    return false;
  left -= nanoseconds;
  currentSession->slept += nanoseconds;
  return true;
}

bool isSkipped(const timespec &time) {
  return time.tv_sec >= 0 && time.tv_sec <= 1 && time.tv_nsec >= 0 &&
         static_cast<uint64_t>(time.tv_nsec) < kSecond &&
         isSkipped(static_cast<uint64_t>(time.tv_sec) * kSecond +
                   static_cast<uint64_t>(time.tv_nsec));
}

} // namespace

void findSleepFunctions() {
  nextSleep.find();
  nextUsleep.find();
  nextNanosleep.find();
  nextClockNanosleep.find();
}

} // namespace coverme

using namespace coverme;

extern "C" {

COVERME_GUARD unsigned sleep(unsigned seconds) {
  return isSkipped(seconds * kSecond) ? 0 : nextSleep(seconds);
}
COVERME_GUARD int usleep(useconds_t microseconds) {
  return isSkipped(microseconds * uint64_t{1000}) ? 0
                                                  : nextUsleep(microseconds);
}
COVERME_GUARD int nanosleep(const timespec *time, timespec *rest) {
  return isSkipped(*time) ? 0 : nextNanosleep(time, rest);
}
// One until a time of day sleeps.
COVERME_GUARD int clock_nanosleep(clockid_t clock, int flags,
                                  const timespec *time, timespec *rest) {
  return flags == 0 && isSkipped(*time)
             ? 0
             : nextClockNanosleep(clock, flags, time, rest);
}

} // extern "C"
