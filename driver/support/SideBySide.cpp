// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/SideBySide.h"

#include <algorithm>
#include <deque>
#include <thread>

namespace coverme {

void runSideBySide(
    size_t count, const std::function<std::unique_ptr<Process>(size_t)> &start,
    const std::function<void(size_t, const ProcessResult &)> &ended) {
  const size_t atOnce = std::max(std::thread::hardware_concurrency(), 1U);
  std::deque<std::unique_ptr<Process>> running;
  size_t next = 0;
  for (size_t i = 0; i < count; ++i) {
    while (next < count && running.size() < atOnce)
      running.push_back(start(next++));
    const ProcessResult result = running.front()->wait();
    running.pop_front();
    ended(i, result);
  }
}

} // namespace coverme
