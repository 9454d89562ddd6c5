// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef COVERME_DRIVER_SUPPORT_STOPWATCH_H
#define COVERME_DRIVER_SUPPORT_STOPWATCH_H

#include <chrono>

namespace coverme {

// Wall-clock seconds since its making or its last restart.
class Stopwatch {
public:
  double seconds() const {
    return std::chrono::duration<double>(Clock::now() - start).count();
  }
  void restart() { start = Clock::now(); }

private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start = Clock::now();
};

} // namespace coverme

#endif
