// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a --coverage build knows of its own control flow: the notes (.gcno) that
// gcc and clang write beside the object, and the counters in the executable.
// Together they tell of a single call which lines and which outcomes it took.
#ifndef COVERME_DRIVER_EVIDENCE_FLOWNOTES_H
#define COVERME_DRIVER_EVIDENCE_FLOWNOTES_H

#include "coverme/replay.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace coverme {

// One of the ways on from a decision.
struct FlowTarget {
  size_t arc = 0;
  unsigned block = 0;
  unsigned line = 0;      // the line on which it goes on; 0: unknown
  bool isPassage = false; // has its block one way out, and no call?
  // The blocks that follow without a decision.
  std::vector<unsigned> then;
};

// A block with several ways out, other than a call that may not return.
struct FlowDecision {
  unsigned block = 0, line = 0;
  std::vector<FlowTarget> targets; // in the order of the notes
};

// What one call took of a function.
struct FlowTaken {
  std::vector<bool> arcs;
  std::set<unsigned> lines;

  bool took(const FlowTarget &target) const { return arcs[target.arc]; }
};

struct FlowFunction {
  struct Arc {
    unsigned from = 0, to = 0;
    bool isCounted = false; // else its count follows from the others
    bool isFake = false;    // a call that may not return
  };

  std::string name; // as in the object
  uint32_t identity = 0, lineChecksum = 0, flowChecksum = 0;
  // In clang's builds, the counter of a block's only way out stands at its
  // beginning, ahead of calls that may not return, for which there are no arcs.
  bool countsEarly = false;
  std::vector<Arc> arcs; // the counted ones first, in the order of counters
  size_t counterCount = 0;
  std::vector<std::vector<unsigned>> blockLines;
  std::vector<FlowDecision> decisions; // in the order of blocks

  // What one call took, by its counters. `isWhole`: each activation of the
  // function has ended, by a return or in a call that did not return. Otherwise
  // only what follows from counters that are not zero is taken.
  // require: counters.size() == counterCount
  FlowTaken taken(std::span<const uint64_t> counters, bool isWhole) const;
};

// The notes of one object of a program.
struct ObjectNotes {
  uint32_t source; // the number of the source that it is of
  std::filesystem::path file, object;
};

class FlowNotes {
public:
  // Reads the notes of a program's objects, in the order in which they were
  // linked, and finds its counters. Files are read here and not needed later.
  // Throws Error(BadInput) with what is wrong: a file that is damaged, or
  // counters that are not where the compiler puts them.
  FlowNotes(const std::vector<ObjectNotes> &notes,
            const std::filesystem::path &executable);

  const std::vector<FlowFunction> &functions() const { return all; }
  // Where the counters of each function lie, in the order of functions(); no
  // bytes for a function without counters.
  const std::vector<coverme_replay_range> &ranges() const { return counters; }
  size_t counterBytes() const;
  // The function of this name in the object of a source; null: there is none.
  const FlowFunction *find(uint32_t source, const std::string &name) const;

  // May the program leave a function otherwise than by a return or a call:
  // does it ask for handlers of signals?
  bool handlesSignals() const { return hasHandlers; }
  // FlowFunction::countsEarly of any function.
  bool countEarly() const {
    return std::any_of(all.begin(), all.end(), [](const FlowFunction &each) {
      return each.countsEarly;
    });
  }

  // The file of counters (.gcda) that gcov reads beside the notes of this
  // index. require: bytes.size() == counterBytes()
  std::string counterFile(size_t index, std::span<const char> bytes,
                          uint32_t runs) const;

private:
  // The notes of one object.
  struct Part {
    uint32_t source = 0;
    std::string fileSymbol; // ahead of its local symbols; empty: the only one
    uint32_t version = 0, stamp = 0; // of the notes, as they stand there
    bool countsBytes = false;        // lengths are in bytes, not words
    bool hasSummary = false;
    size_t first = 0, end = 0; // functions, into `all`
    std::map<std::string, size_t> byName;
  };

  void readNotes(const std::filesystem::path &notes, Part &part);
  void findCounters(const std::filesystem::path &executable);

  std::vector<Part> parts;
  std::vector<FlowFunction> all;
  std::vector<coverme_replay_range> counters;
  bool hasHandlers = false;
};

} // namespace coverme

#endif
