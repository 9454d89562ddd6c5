// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sizes of objects where neither the user nor the code says them: as large as
// calls want, within bounds that keep the inputs few.
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

// The element at an offset in bytes from the begin of the buffer's room,
// counted from where the pointer leads. The code under test may have written
// over the offset.
int64_t elementAt(const Buffer &buffer, int64_t offset);

// Writes to `log` how large each object of the plan may become. Without
// `canGrow`, each stays as it is, and calls that want more do not count.
// require: `log` was made for the plan
void limitRooms(const InputPlan &plan, bool canGrow, const CallLog &log);

// The pointers whose objects the code gives back although they are not from the
// heap, by siblingsOf() their names: code that frees what one element of an
// array leads to frees what the others lead to.
std::set<std::string> givenBack(const InputPlan &plan, const CallLog &log);

// The new numbers of elements of the objects that turned out too small, by the
// names of their pointers. An object that is too small once more at least
// doubles: so a loop that wants one more element each time gets what it wants
// in a few steps.
std::map<std::string, uint32_t>
wantedElements(const InputPlan &plan, const CallLog &log,
               const std::map<std::string, uint32_t> &learnt);

// The same for the elements that calls have wanted ahead of where pointers
// lead: eight times as many where there are some.
std::map<std::string, uint32_t> wantedAhead(const InputPlan &plan,
                                            const CallLog &log);

// An object whose size is a guess that calls have gone beyond.
struct GuessedSize {
  std::string name;           // of the pointer to it
  uint32_t elements = 0;      // that it has now
  uint32_t ahead = 0;         // more, ahead of where the pointer leads
  std::optional<int64_t> met; // the farthest element that it cannot have
  bool isGrown = false;       // calls have wanted so many
};

// The guessed sizes of the plan that calls have gone beyond, with the numbers
// of results of functions made up that have grown. `learnt`: the numbers of
// elements that earlier searches have learnt, by the names of pointers.
std::vector<GuessedSize>
guessedSizes(const InputPlan &plan, const CallLog &log,
             const std::map<std::string, uint32_t> &learnt);

} // namespace coverme

#endif
