// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The names that the JSON reports have for things, to write and to read.
#ifndef COVERME_DRIVER_REPORT_JSONNAMES_H
#define COVERME_DRIVER_REPORT_JSONNAMES_H

#include "report/Report.h"

#include <array>
#include <string>

namespace coverme {

constexpr const char *kFileSchema = "coverme-file/1";

// The schema of a function's report.
inline std::string schemaOf(const GoalKind &goal) {
  return goal.isAtPlaces ? std::string("coverme-") + goal.name + "/1"
                         : "coverme-suite/1";
}

// By Verdict; nothing is deemed, of places.
constexpr std::array<const char *, 4> kVerdictNames = {
    "covered", "proved_infeasible", "deemed_infeasible", "open"};
constexpr std::array<const char *, 4> kPlaceVerdictNames = {
    "reached", "proved_unreachable", "deemed_unreachable", "open"};

// By Cut; an empty one is null.
constexpr std::array<const char *, 5> kCutNames = {"", "interrupt", "timeout",
                                                   "restarts", "proofs"};

// By FunctionStatus.
constexpr std::array<const char *, 4> kStatusNames = {"ran", "skipped",
                                                      "failed", "not_run"};

} // namespace coverme

#endif
