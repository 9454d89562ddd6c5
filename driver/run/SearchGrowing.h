// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The search of an entry whose inputs grow: where calls want larger objects, an
// allocation that fails, or variables as inputs, the entry is linked anew and
// searched again.
#ifndef COVERME_DRIVER_RUN_SEARCHGROWING_H
#define COVERME_DRIVER_RUN_SEARCHGROWING_H

#include "engine/Archive.h"
#include "engine/Campaign.h"
#include "engine/Goal.h"
#include "frontend/c/OpenVariables.h"
#include "options/Options.h"
#include "run/Build.h"
#include "support/Stopwatch.h"

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace coverme {

// The most growths of a search. Each costs a harness and a search from the
// start. Later ones are rare, since one call tells all that it wants.
constexpr int kMostGrowths = 10;

// What calls want that their plan does not have.
struct Wanted {
  // Of objects, by siblingsOf() their names, and results of functions made up,
  // by what they are called; and ahead of objects.
  std::map<std::string, uint32_t> elements, ahead;
  std::set<std::string> freed;         // objects that have to be from the heap
  uint32_t allocations = 0;            // that may fail
  std::vector<OpenVariable> variables; // that should be inputs

  // The code may have written over shared memory, so that is not trusted:
  // `mayFail` is what was said there, and `open` are the variables that may
  // become inputs.
  Wanted(const InputPlan &plan, const Archive &archive,
         const InputOptions &options, bool mayFail,
         const std::vector<OpenVariable> &open);

  bool isNone() const;
  bool isNewTo(const InputOptions &options) const;
  void addTo(InputOptions &options) const;
};

// Has the user said more of the entry's calls than the code's types do? Options
// for many functions may be about the inputs of other functions.
bool saysMoreOf(const InputPlan &plan, const InputOptions &options);

// Counts the targets asked for that were reached. A target that a call which
// returns has reached counts twice.
size_t reachedOf(const Goal &goal, const Archive &archive);

// A search over objects that have turned out large enough, or could not be
// enlarged.
struct Searched {
  RunOptions options; // with the sizes of objects
  std::unique_ptr<Goal> goal;
  std::unique_ptr<Archive> archive;
  CampaignEnd end; // its seconds are those of all searches
  Stopwatch watch; // since the start of the first search

  // The seconds that are left of --timeout. What compilers take between
  // searches does not count, up to three seconds.
  double secondsLeft(const SearchOptions &search) const;
};

Searched searchEnlarging(Prepared &prepared, const RunOptions &options,
                         const SearchOptions &search,
                         const ProgressHook &progress);

} // namespace coverme

#endif
