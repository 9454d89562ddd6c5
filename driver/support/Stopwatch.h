// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clocks, in seconds: time that has passed, processor time, and deadlines.
#ifndef COVERME_DRIVER_SUPPORT_STOPWATCH_H
#define COVERME_DRIVER_SUPPORT_STOPWATCH_H

#include <chrono>
#include <ctime>

namespace coverme {

// A steady clock that stands still while the run is stopped (Ctrl-Z).
class RunClock {
public:
  using duration = std::chrono::steady_clock::duration;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::time_point<RunClock, duration>;
  static constexpr bool is_steady = true;

  static time_point now();

  // From now on, forked children share the clock, which this process may stop.
  static void share();
  static void stop();
  static void goOn();
  // In a forked child: the clock may only be read.
  static void protect();
};

// The processor time in seconds that the clock of a process or thread shows,
// which the load of the machine does not change. 0 if there is no such clock.
double processorSeconds(clockid_t clock);

// Seconds since its making or its last restart.
class Stopwatch {
public:
  double seconds() const {
    return std::chrono::duration<double>(RunClock::now() - start).count();
  }
  void restart() { start = RunClock::now(); }

private:
  RunClock::time_point start = RunClock::now();
};

// A time `seconds` after the making of this.
class Deadline {
public:
  explicit Deadline(double seconds) : seconds(seconds) {}

  // Not below 0.
  double secondsLeft() const {
    const double left = seconds - watch.seconds();
    return left > 0 ? left : 0;
  }
  bool isOver() const { return secondsLeft() == 0; }

private:
  double seconds;
  Stopwatch watch;
};

} // namespace coverme

#endif
