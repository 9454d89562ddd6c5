// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Misbehaviour of the code under test, for people and machines to read.
#ifndef COVERME_DRIVER_EVIDENCE_FINDINGS_H
#define COVERME_DRIVER_EVIDENCE_FINDINGS_H

#include "core/InputSpace.h"
#include "evidence/FindingGroup.h"
#include "evidence/Reproducer.h"
#include "execute/CallLog.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace coverme {

// The kinds of findings that a single call does not show by itself.
constexpr const char *kReplayDiffers = "replay-differs";
constexpr const char *kSanitizer = "sanitizer";
constexpr const char *kUlpError = "ulp-error";

// These and all others.
std::vector<std::string> findingKinds();

struct FindingReport {
  std::string kind;   // "signal", "endless-loop", "hang", "exit", ...
  std::string detail; // one line for people
  Input inputs;
  std::optional<Place> place;
  // Does `coverme run` with these inputs show it?
  bool isConfirmed = false;
  FindingGroup group = FindingGroup::Values;
  std::string accepted =
      ""; // why the user has accepted it; empty: not accepted
};

// The groups in their order; in each assertions first, then crashes.
void sortFindings(std::vector<FindingReport> &findings);

FindingReport describeFinding(const Finding &finding,
                              const std::optional<Place> &place,
                              std::span<const uint64_t> input);

// Adds ", as p[3] is read and p has 3 elements (--array p=4)" to the detail of
// a signal that an access beyond an object caused. Where the object's size is a
// guess, the finding depends on a guess.
void addOverrun(const Finding &finding, const Overrun &overrun,
                const InputPlan &plan, FindingReport &report);

// " at foo.c:7", ", last seen at foo.c:6"; empty without a place.
std::string placeWords(const std::optional<Place> &place);

} // namespace coverme

#endif
