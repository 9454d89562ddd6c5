// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/Children.h"

#include <gtest/gtest.h>

#include <csignal>
#include <set>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace coverme {
namespace {

using Pids = std::set<pid_t>;

pid_t forkSleeper() {
  const pid_t child = ::fork();
  if (child == 0)
    for (;;)
      ::pause();
  return child;
}

void endChild(pid_t child) {
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
}

class Children : public testing::TestWithParam<std::vector<pid_t> (*)(pid_t)> {
protected:
  static Pids of(pid_t parent) {
    const std::vector<pid_t> found = GetParam()(parent);
    return {found.begin(), found.end()};
  }
};

TEST_P(Children, areThereUntilTheyAreWaitedFor) {
  EXPECT_EQ(of(::getpid()), Pids());
  const pid_t first = forkSleeper(), second = forkSleeper();
  EXPECT_EQ(of(::getpid()), (Pids{first, second}));
  EXPECT_EQ(of(first), Pids());

  ::kill(first, SIGKILL);
  siginfo_t info;
  ::waitid(P_PID, static_cast<id_t>(first), &info, WEXITED | WNOWAIT);
  EXPECT_EQ(of(::getpid()), (Pids{first, second}));
  endChild(first);
  EXPECT_EQ(of(::getpid()), Pids{second});
  endChild(second);
  EXPECT_EQ(of(::getpid()), Pids());
  EXPECT_EQ(of(second), Pids());
}

TEST_P(Children, mayHaveAnyName) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::prctl(PR_SET_NAME, "a) R 1 (b");
    ::raise(SIGSTOP);
    ::_exit(0);
  }
  ::waitpid(child, nullptr, WUNTRACED);
  EXPECT_EQ(of(::getpid()), Pids{child});
  endChild(child);
}

INSTANTIATE_TEST_SUITE_P(Ways, Children,
                         testing::Values(childrenOf, scanForChildren));

} // namespace
} // namespace coverme
