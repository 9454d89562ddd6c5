// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evidence/Findings.h"

#include "core/ElementNames.h"
#include "execute/RoomSizes.h"
#include "execute/Worker.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace coverme {
namespace {

constexpr const char *kFirstKinds[] = {"assertion", "signal", kSanitizer,
                                       "corruption", "stack-overflow"};

} // namespace

std::vector<std::string> findingKinds() {
  return {"signal",
          "endless-loop",
          "slow-loop",
          "hang",
          "exit",
          "stack-overflow",
          "out-of-memory",
          "longjmp",
          "assertion",
          "process",
          "corruption",
          "float-environment",
          "signal-handling",
          kSanitizer,
          kReplayDiffers,
          kUlpError};
}

std::string placeWords(const std::optional<Place> &place) {
  if (!place)
    return "";
  return fmt::format("{} at {}:{}", place->isExact ? "" : ", last seen",
                     place->line.file.string(), place->line.line);
}

void addOverrun(const Finding &finding, const Overrun &overrun,
                const InputPlan &plan, FindingReport &report) {
  if (finding.kind != FindingKind::Signal || finding.code != SIGSEGV ||
      overrun.room == 0 || overrun.room > plan.buffers.size())
    return;
  const Buffer &buffer = plan.buffers[overrun.room - 1];
  const int64_t size = std::max<uint32_t>(buffer.elementSize, 1);
  int64_t element = elementAt(buffer, overrun.offset);
  // Of fewer elements than there is room for, those at its end.
  if (buffer.isContained && buffer.countSlot &&
      *buffer.countSlot < report.inputs.size())
    element -= buffer.image.byteSize / size -
               static_cast<int64_t>(report.inputs[*buffer.countSlot]);
  report.detail += fmt::format(", as {}[{}] is {} and ", buffer.name, element,
                               overrun.isWrite ? "written" : "read");
  if (buffer.countSlot) {
    report.detail += fmt::format("'{}' counts the elements",
                                 plan.inputs[*buffer.countSlot].name);
    if (buffer.isContained && element >= 0)
      report.group = FindingGroup::Guesses;
    return;
  }
  if (buffer.isOpen && element >= 0)
    report.group = FindingGroup::Guesses;
  const int64_t elements = buffer.image.byteSize / size;
  report.detail += fmt::format(
      "{} has {} element{}{}", buffer.name, elements, elements == 1 ? "" : "s",
      element < 0
          ? ""
          : fmt::format(" (--array {}={})", buffer.name,
                        extentText(buffer.ahead.byteSize / size, element + 1)));
}

void sortFindings(std::vector<FindingReport> &findings) {
  const auto rank = [](const FindingReport &finding) {
    const auto first =
        std::find(std::begin(kFirstKinds), std::end(kFirstKinds), finding.kind);
    return std::pair(finding.group, first - std::begin(kFirstKinds));
  };
  std::stable_sort(findings.begin(), findings.end(),
                   [&](const FindingReport &a, const FindingReport &b) {
                     return rank(a) < rank(b);
                   });
}

FindingReport describeFinding(const Finding &finding,
                              const std::optional<Place> &at,
                              std::span<const uint64_t> input) {
  FindingReport report{"", "", {input.begin(), input.end()}, at};
  const std::string place = placeWords(at);
  const auto set = [&](const char *kind, const std::string &what) {
    report.kind = kind;
    report.detail = what + place;
  };
  switch (finding.kind) {
  case FindingKind::Signal:
    set("signal", fmt::format("raises {}", signalName(finding.code)));
    break;
  case FindingKind::Starved: // until it is reviewed
  case FindingKind::OutOfFuel:
    report.group = FindingGroup::Endless;
    set("slow-loop", "takes more than 1,000,000 loop iterations or recursive "
                     "calls");
    break;
  case FindingKind::EndlessLoop:
    report.group = FindingGroup::Endless;
    set("endless-loop", "loops without an end");
    break;
  case FindingKind::Hang:
    report.group = FindingGroup::Endless;
    set("hang", "does not return");
    break;
  case FindingKind::Exit:
    set("exit", fmt::format("ends the process with status {}", finding.code));
    break;
  case FindingKind::StackOverflow:
    set("stack-overflow", "uses up its stack");
    break;
  case FindingKind::OutOfMemory:
    report.group = FindingGroup::Endless;
    set("out-of-memory", "allocates all the memory that --memory allows");
    break;
  case FindingKind::Jump:
    set("longjmp", finding.code != 0 ? "jumps to a function that has returned"
                                     : "jumps to where no setjmp was called");
    break;
  case FindingKind::Assertion:
    set("assertion", "fails an assertion");
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
