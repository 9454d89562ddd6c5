// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What goals are called, on the command line and in reports.
#ifndef COVERME_DRIVER_GOALS_GOALKIND_H
#define COVERME_DRIVER_GOALS_GOALKIND_H

#include <array>
#include <string>
#include <vector>

namespace coverme {

// What people read of a goal's targets.
struct GoalWords {
  const char *target;                   // "place"
  const char *targets;                  // "places"
  const char *heading;                  // of those that no test reaches
  std::array<const char *, 4> verdicts; // by Verdict
};

struct GoalKind {
  const char *name; // of --goal
  GoalWords words;
  // Are its targets marks (coverme/marks.h)? Reports list them as places,
  // others as the branches of sites.
  bool isAtPlaces;
  // Which marks the pass sets; null: those of --at. With one entry, they may be
  // in functions that it calls, and there has to be one.
  const char *place = nullptr;

  bool takesPlaces() const { return isAtPlaces && place == nullptr; }
};

// The first one is the default.
const std::vector<GoalKind> &goalKinds();

// require: it is the name of one.
const GoalKind &goalNamed(const std::string &name);

} // namespace coverme

#endif
