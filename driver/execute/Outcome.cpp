// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "execute/Outcome.h"

#include "execute/Worker.h"

#include <csignal>

namespace coverme {

int Ending::signal() const {
  switch (outcome) {
  case COVERME_SIGNALLED:
    return code;
  case COVERME_ABORTED:
  case COVERME_ASSERTED:
  case COVERME_THREW:
    return SIGABRT;
  default:
    return 0;
  }
}

namespace {

// Those that stop a process, and those of limits that are ours.
bool endsProcess(int signal) {
  switch (signal) {
  case SIGSTOP:
  case SIGTSTP:
  case SIGTTIN:
  case SIGTTOU:
  case SIGXCPU:
  case SIGXFSZ:
    return false;
  default:
    return true;
  }
}

} // namespace

CallEnd endOf(const Ending &ending, const Function &entry) {
  const bool isProgram = entry.plan.isProgram;
  switch (ending.outcome) {
  case COVERME_RETURNED:
  case COVERME_ENDED:
    return CallEnd::Returned;
  case COVERME_EXITED:
  case COVERME_ABORTED:
  case COVERME_ASSERTED:
    return isProgram ? CallEnd::Returned : CallEnd::Ended;
  case COVERME_SIGNALLED:
    if (isProgram && ending.code == SIGABRT)
      return CallEnd::Returned;
    return endsProcess(ending.code) ? CallEnd::Ended : CallEnd::Misbehaved;
  case COVERME_THREW:
  case COVERME_JUMPED:
    return CallEnd::Ended;
  case COVERME_REJECTED:
    return CallEnd::Rejected;
  case COVERME_UNREACHABLE:
    return CallEnd::Excluded;
  default:
    return CallEnd::Misbehaved;
  }
}

std::string textOf(const Ending &ending) {
  switch (ending.outcome) {
  case COVERME_RETURNED:
    return "";
  case COVERME_EXITED:
    return fmt::format("exits {}", ending.code);
  case COVERME_THREW:
    return ending.code == 0 ? "throws" : signalName(SIGABRT);
  case COVERME_JUMPED:
    return "longjmp";
  default:
    return ending.signal() != 0 ? signalName(ending.signal())
                                : "does not return";
  }
}

} // namespace coverme
