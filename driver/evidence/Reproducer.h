// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Single calls of the code under test, each in a process where nothing was
// called before: what an input does, on which path, and where it goes wrong.
#ifndef COVERME_DRIVER_EVIDENCE_REPRODUCER_H
#define COVERME_DRIVER_EVIDENCE_REPRODUCER_H

#include "core/Scope.h"
#include "evidence/LineTable.h"
#include "execute/CallLog.h"
#include "execute/Outcome.h"
#include "options/Options.h"

#include <filesystem>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace coverme {

// Where a call went wrong.
struct Place {
  SourceLine line;
  // Is it the line that did it? Else it is that of the last decision seen
  // before.
  bool isExact = false;

  bool operator==(const Place &other) const { return line == other.line; }
};

// What is known of a fatal signal.
struct Fault {
  enum class Place : uint8_t {
    Unknown,
    NearNull,
    Nowhere, // not near any object, variable, or code
  };
  Place place = Place::Unknown; // of the address that was accessed, for SIGSEGV
  uint64_t address = 0;         // that was accessed; 0: it is not known
  // The signal ends a call that frees an object which is not from the heap.
  bool isOfFreeing = false;
  // The call asked for more memory at once than it may take, and got none.
  bool isOfRefusal = false;
};

struct Reproduction {
  std::vector<Finding> findings; // none: the call does nothing wrong
  CallEnd end = CallEnd::NotRun;
  Ending ending;
  // If it returned:
  uint64_t result = 0;           // bits; 0 for void
  std::vector<uint64_t> outputs; // as InputPlan::outputs
  // The branches taken, of all functions, in the order of the sites' first
  // visits.
  std::vector<BranchId> path;

  // Where it happened; nullopt when nothing is known of it.
  std::optional<Place> placeOf(const Finding &finding) const;
  // The decision that was met last.
  std::optional<Place> lastPlace() const;

  std::optional<SourceLine> crash, lastDecision;
  Overrun overrun; // the object that the crash went beyond, if it did
  Fault fault;
  // The pointers whose objects it gave back, and that are not from the heap.
  std::set<std::string> freed;

  uint64_t work = 0;  // the loop iterations that it took
  bool isCut = false; // as LoopVerdict::isCut
};

// What becomes of a call whose fuel is used up.
enum class WhenUsedUp {
  Look, // is its loop an endless one (LoopWatch.h)? That may take seconds
  End,  // it is cut, as one that takes long
};

class Reproducer {
public:
  // `program` is kept by reference. Places are exact as far as the object has
  // debug information (DebugInfo::Kept). `learnsHeap`: a call that gives back
  // an object which is not from the heap goes on.
  Reproducer(std::filesystem::path sharedObject, const Program &program,
             uint32_t entry, const SearchOptions &options,
             bool learnsHeap = false);

  // Runs the entry on the input as the search does, with every site of the
  // object recording, so that the place does not depend on what is covered.
  // A call that takes longer than `hangSeconds` hangs. After an interrupt there
  // or at options.deadline there may be no time for it: then nothing is found.
  // Throws as failToLoad does.
  Reproduction run(std::span<const uint64_t> input, double hangSeconds,
                   WhenUsedUp whenUsedUp = WhenUsedUp::Look) const;

  // Is there no time left for another run?
  bool isOver() const;

  uint32_t entryIndex() const { return scope.entry; }
  const Function &entry() const { return program.functions[scope.entry]; }

private:
  // nullopt: the worker was killed by somebody else.
  std::optional<Reproduction> runOnce(std::span<const uint64_t> input,
                                      double hangSeconds,
                                      WhenUsedUp whenUsedUp) const;

  std::filesystem::path sharedObject;
  const Program &program;
  Scope scope; // the whole object
  SearchOptions options;
  bool learnsHeap;
  LineTable lines;
};

} // namespace coverme

#endif
