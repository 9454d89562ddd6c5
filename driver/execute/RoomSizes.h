// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How large the objects are whose size neither the user nor the code says: as
// large as calls want them, within bounds that keep inputs few.
#ifndef COVERME_DRIVER_EXECUTE_ROOMSIZES_H
#define COVERME_DRIVER_EXECUTE_ROOMSIZES_H

#include "core/InputPlan.h"
#include "execute/CallLog.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace coverme {

// Says in `log` how large each object of the plan may become; `canGrow`: or
// that it stays as it is, and calls that want more count as none. require: the
// log is of the plan
void limitRooms(const InputPlan &plan, bool canGrow, const CallLog &log);

// The pointers whose objects the code gives back, and that are not from the
// heap.
std::set<std::string> givenBack(const InputPlan &plan, const CallLog &log);

// Elements of those that have turned out too small, by the name of the pointer.
// One that is too small once more becomes twice as large at least: a loop that
// wants one more element each time is to get what it wants in a few steps.
std::map<std::string, uint32_t>
wantedElements(const InputPlan &plan, const CallLog &log,
               const std::map<std::string, uint32_t> &learnt);

// An object whose size is a guess that calls have gone beyond.
struct GuessedSize {
  std::string name;           // of the pointer to it
  uint32_t elements = 0;      // that it has now
  std::optional<int64_t> met; // the farthest element that it cannot have
};

// `learnt`: as the plan has it, by the names of pointers.
std::vector<GuessedSize>
guessedSizes(const InputPlan &plan, const CallLog &log,
             const std::map<std::string, uint32_t> &learnt);

} // namespace coverme

#endif
