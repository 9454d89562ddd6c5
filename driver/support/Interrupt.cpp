// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/Interrupt.h"

#include <csignal>

namespace coverme {
namespace {

constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP};

volatile sig_atomic_t received;

void note(int number) { received = number; }

} // namespace

void catchInterrupts() {
  struct sigaction action{};
  action.sa_handler = note; // without SA_RESTART: poll and wait wake up
  for (const int number : kSignals)
    ::sigaction(number, &action, nullptr);
  // Writing to a pipe without a reader shall fail, not kill.
  ::signal(SIGPIPE, SIG_IGN);
}

void restoreInterrupts() {
  for (const int number : kSignals)
    ::signal(number, SIG_DFL);
  ::signal(SIGPIPE, SIG_DFL);
}

int interruptSignal() { return received; }

void throwIfInterrupted() {
  if (received != 0)
    fail(static_cast<ExitCode>(128 + received), "interrupted");
}

} // namespace coverme
