// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the outcomes of an object's sites lead in the source.
#ifndef COVERME_DRIVER_CORE_OUTCOMELINES_H
#define COVERME_DRIVER_CORE_OUTCOMELINES_H

#include <array>
#include <filesystem>
#include <optional>
#include <vector>

namespace coverme {

struct OutcomeLines {
  bool trueStandsFirst = false;
  // Is the site the last operand of a && or ||, for which clang has no branch
  // of its own? It branches on the whole (isOfWhole), or not at all
  // (isOfValue).
  bool isOfWhole = false, isOfValue = false;
  // Do the outcomes choose a value, as those of ?: do, and no way to go?
  bool isOfChoice = false;
  // Has gcc what they lead to the other way round? Nullopt: nobody knows.
  std::optional<bool> areTurned = std::nullopt;
  // Where the code goes on after [0] false, [1] true; 0: unknown.
  std::array<unsigned, 2> lines = {0, 0};
};

// Reads the outcome lines of an object; the result is indexed by site. Throws
// Error(BadInput) as readSection does.
// require: readProgram has read the object
std::vector<OutcomeLines> readOutcomeLines(const std::filesystem::path &object);

} // namespace coverme

#endif
