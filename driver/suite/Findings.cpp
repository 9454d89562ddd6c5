// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "suite/Findings.h"

#include <fmt/format.h>

#include <cstring>

namespace coverme {
namespace {

std::string placeOf(const Program &program, uint32_t site) {
  if (site == COVERME_NO_SITE)
    return "";
  const Site &at = program.sites[site];
  return fmt::format(", last seen at {}:{}", at.file.filename().string(),
                     at.line);
}

std::string signalName(int number) {
  const char *name = ::sigabbrev_np(number);
  return name != nullptr ? fmt::format("SIG{}", name)
                         : fmt::format("signal {}", number);
}

} // namespace

FindingReport describeFinding(const Finding &finding, const Program &program,
                              std::span<const uint64_t> input) {
  FindingReport report{"", "", {input.begin(), input.end()}};
  const std::string place = placeOf(program, finding.site);
  const auto set = [&](const char *kind, const std::string &what) {
    report.kind = kind;
    report.detail = what + place;
  };
  switch (finding.kind) {
  case FindingKind::Signal:
    set("signal", fmt::format("raises {}", signalName(finding.code)));
    break;
  case FindingKind::OutOfFuel:
    set("endless-loop", "loops without an end in sight");
    break;
  case FindingKind::Hang:
    set("hang", "does not return");
    break;
  case FindingKind::Exit:
    set("exit", fmt::format("ends the process with status {}", finding.code));
    break;
  case FindingKind::StackOverflow:
    set("stack-overflow", "uses up its stack");
    break;
  case FindingKind::OutOfMemory:
    set("out-of-memory", "allocates all the memory that --memory allows");
    break;
  case FindingKind::Jump:
    set("longjmp", "jumps to a function that has returned");
    break;
  case FindingKind::Exception:
    set("exception", "throws a C++ exception that leaves it");
    break;
  case FindingKind::Process:
    set("process", "starts a process or signals another one");
    break;
  case FindingKind::Corruption:
    set("corruption",
        fmt::format("overwrites memory that is not its own, so that {} "
                    "follows its return",
                    signalName(finding.code)));
    break;
  case FindingKind::FloatEnvironment:
    set("float-environment",
        "returns with another rounding mode or other exception masks");
    break;
  case FindingKind::Signals:
    set("signal-handling",
        "returns with other signal handlers or masks, or a running timer");
    break;
  }
  return report;
}

} // namespace coverme
