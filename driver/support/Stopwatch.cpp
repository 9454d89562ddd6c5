// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/Stopwatch.h"

#include <atomic>
#include <new>
#include <sys/mman.h>

namespace coverme {
namespace {

using Steady = std::chrono::steady_clock;

struct Stops {
  std::atomic<RunClock::rep> length = 0; // of all that are over
  std::atomic<RunClock::rep> begin = 0;  // of the one that is not; 0: none
};

Stops ofOurs;
Stops *stops = &ofOurs;

RunClock::rep steadyNow() { return Steady::now().time_since_epoch().count(); }

} // namespace

RunClock::time_point RunClock::now() {
  const rep begin = stops->begin;
  return time_point(
      duration((begin != 0 ? begin : steadyNow()) - stops->length));
}

void RunClock::share() {
  void *page = ::mmap(nullptr, sizeof(Stops), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (page != MAP_FAILED) // else stops count as any other time
    stops = new (page) Stops;
}

void RunClock::stop() { stops->begin = steadyNow(); }

void RunClock::goOn() {
  stops->length += steadyNow() - stops->begin;
  stops->begin = 0;
}

void RunClock::protect() {
  if (stops != &ofOurs)
    ::mprotect(stops, sizeof(Stops), PROT_READ);
}

double processorSeconds(clockid_t clock) {
  timespec time{};
  if (::clock_gettime(clock, &time) != 0)
    return 0;
  return static_cast<double>(time.tv_sec) +
         static_cast<double>(time.tv_nsec) * 1e-9;
}

} // namespace coverme
