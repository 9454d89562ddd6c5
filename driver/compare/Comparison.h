// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compares what tests return with what a reference says, or another
// implementation (--reference, --compare, --maximize-ulp).
#ifndef COVERME_DRIVER_COMPARE_COMPARISON_H
#define COVERME_DRIVER_COMPARE_COMPARISON_H

#include "compare/Reference.h"
#include "engine/Archive.h"
#include "evidence/Findings.h"
#include "evidence/Suite.h"
#include "run/Build.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace coverme {

// A call that returned, and what it should have returned.
struct ComparedCall {
  Input inputs;
  uint64_t result = 0, expected = 0;
  double ulps = 0; // as Reference::error
};

struct Comparison {
  struct ComparedTest {
    size_t test; // index in the suite
    ComparedCall call;
  };

  std::string with;                // "mpfr:tanh"
  std::vector<ComparedTest> tests; // the largest error first
  // The largest error among all calls of a search for it; nullopt without such
  // a search.
  std::optional<ComparedCall> largest;
  uint64_t evaluations = 0; // of that search
};

class Comparer {
public:
  // Makes the reference or compiles the other implementation. Throws
  // Error(BadInput) when there is no such reference or the signatures differ,
  // and as prepare does.
  // require: options.oracle names one
  Comparer(const RunOptions &options, const Function &entry);

  // Compares the tests that return. The other implementation runs in
  // `directory`.
  Comparison compare(const std::vector<Test> &suite,
                     const std::filesystem::path &directory);

  // Searches for the call with the largest error, from what an earlier search
  // has found, with the same limits. Says whether time has cut it.
  // require: there is a reference
  bool findLargest(const Prepared &prepared, const RunOptions &options,
                   const SearchOptions &search, const Goal &goal,
                   const Archive &found, Comparison &comparison) const;

private:
  std::vector<std::optional<uint64_t>>
  expectedOf(const std::vector<Input> &inputs,
             const std::filesystem::path &directory);

  std::string name;
  Scalar format;
  std::unique_ptr<Reference> reference; // else:
  std::optional<Prepared> other;
  CallSlots otherSlots; // of its calls
};

// A finding for the worst result, if it is off by more than `most` ulps.
std::optional<FindingReport> ulpFinding(const Comparison &comparison,
                                        const Scalar &format, uint64_t most);

} // namespace coverme

#endif
