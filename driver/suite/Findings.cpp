// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "suite/Findings.h"

#include <fmt/format.h>

#include <cstring>

namespace coverme {
namespace {

std::string signalName(int number) {
  const char *name = ::sigabbrev_np(number);
  return name != nullptr ? fmt::format("SIG{}", name)
                         : fmt::format("signal {}", number);
}

} // namespace

std::string placeWords(const std::optional<Place> &place) {
  if (!place)
    return "";
  return fmt::format("{} at {}:{}", place->isExact ? "" : ", last seen",
                     place->line.file.string(), place->line.line);
}

FindingReport describeFinding(const Finding &finding,
                              const std::optional<Place> &at,
                              std::span<const uint64_t> input) {
  FindingReport report{"", "", {input.begin(), input.end()}, at};
  const std::string place = placeWords(at);
  switch (finding.kind) {
  case FindingKind::Signal:
    report.kind = "signal";
    report.detail = fmt::format("raises {}{}", signalName(finding.code), place);
    break;
  case FindingKind::OutOfFuel:
    report.kind = "endless-loop";
    report.detail = fmt::format("loops without an end in sight{}", place);
    break;
  case FindingKind::Hang:
    report.kind = "hang";
    report.detail = fmt::format("does not return{}", place);
    break;
  case FindingKind::Exit:
    report.kind = "exit";
    report.detail =
        fmt::format("ends the process with status {}{}", finding.code, place);
    break;
  }
  return report;
}

} // namespace coverme
