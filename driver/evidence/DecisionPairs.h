// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which decisions of a build are those that the instrumented program has, by
// their lines and order, and by which tests took which way.
#ifndef COVERME_DRIVER_EVIDENCE_DECISIONPAIRS_H
#define COVERME_DRIVER_EVIDENCE_DECISIONPAIRS_H

#include "evidence/Confirm.h"
#include "evidence/ContinuedLines.h"
#include "evidence/FlowNotes.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace coverme {

// For each test, whether it took an outcome; only of tests of which all is
// known.
using Signature = std::vector<bool>;
using Signatures = std::array<Signature, 2>;

bool isEver(const Signature &signature);

// A function in one build, with what each test took of it.
struct Flow {
  const FlowFunction *function = nullptr; // null: not compiled
  std::vector<FlowTaken> taken;           // by test; empty for one that is lost

  bool ran(size_t test, unsigned line) const {
    return !taken[test].arcs.empty() && taken[test].lines.contains(line);
  }
  bool took(size_t test, const FlowTarget &target) const {
    return !taken[test].arcs.empty() && taken[test].took(target);
  }
};

Flow flowOf(const BuildView &build, const Function &function,
            const std::vector<ReplayedTest> &tests,
            TestTrace ReplayedTest::*trace);

// Decisions on a row of lines.
struct Cluster {
  std::vector<size_t> ours, theirs; // by place, in order
  unsigned lines = 0;

  void add(const Cluster &other) {
    ours.insert(ours.end(), other.ours.begin(), other.ours.end());
    theirs.insert(theirs.end(), other.theirs.begin(), other.theirs.end());
    lines += other.lines;
    std::sort(ours.begin(), ours.end());
    std::sort(theirs.begin(), theirs.end());
  }
};

// Compilers differ over the line of a condition that is written on several. So
// what is compared are the fewest lines in a row, ten at most, on which both
// have as many decisions.
std::vector<Cluster> clustersOf(const std::vector<unsigned> &ours,
                                const std::vector<unsigned> &theirs);

// A decision in the replay's build that was found to be a site's.
struct Pair {
  const FlowDecision *decision;
  Signatures taken; // by target
};

// Which target of a decision is an outcome's, by where the code goes on: surely
// by both lines, else by the one that tells, or by their order, which the
// replay's compiler may not have kept.
struct Match {
  const FlowTarget *target = nullptr;
  bool isSure = false;
  bool isInOrder = false; // if not sure: is it known what the compiler does?
};

class DecisionPairs {
public:
  // Keeps all arguments but `ofReplay` by reference.
  DecisionPairs(const Program &program,
                const std::vector<OutcomeLines> &outcomeLines,
                const Function &function,
                const std::vector<ReplayedTest> &tests, const BranchSet &proved,
                Flow ofReplay, bool isOfClang);

  // The function's sites but for marks.
  const std::vector<uint32_t> &sites() const { return decisions; }
  const Flow &flow() const { return replay; }
  const Signatures &claimsOf(uint32_t site) const { return claims.at(site); }
  // Is the site's decision something else than a case of a switch?
  bool isPlain(uint32_t site) const;

  const Pair *of(uint32_t site) const; // null: none
  // Do tests agree with the pair?
  bool isConsistent(uint32_t site) const { return consistent.contains(site); }
  // Is it the only decision of its expression, and has a pair?
  bool isAlone(uint32_t site) const { return alone.contains(site); }
  // Is it in a row with conditional expressions, as many as the other compiler
  // has, which may be others?
  bool mayBeFolded(uint32_t site) const { return folded.contains(site); }
  // Is each way on of its switch taken, by the same tests?
  bool hasSameCases(uint32_t site) const { return sameCases.contains(site); }
  // Are the results of calls that return the same in both, and what they leave
  // behind pointers and in variables?
  bool areAlike() const { return resultsAreAlike; }
  // Would others show that a call went another way? A status that is always 0
  // would not.
  bool areTelling() const { return resultsAreTelling; }

  Match matchOf(uint32_t number, bool outcome) const;
  Match matchIn(const FlowDecision &decision, uint32_t number,
                bool outcome) const;
  const FlowTarget *inOrder(uint32_t site, bool outcome,
                            const FlowDecision &decision) const;
  Signature signatureOf(const FlowTarget &target) const;
  // Has the test run the line, or where that has no code of its own, another
  // one of the expression?
  bool hasRun(size_t test, unsigned line);

private:
  bool isWhole(size_t test) const;
  Signature claimOf(BranchId branch) const;
  Signatures signaturesOf(const FlowDecision &decision) const;
  bool isClaimed(uint32_t site) const;

  void pairAll();
  void pairStatements(std::vector<uint32_t> &sites,
                      std::vector<Pair> &candidates);
  bool pairStatement(const std::vector<uint32_t> &all,
                     const std::vector<Pair> &candidates);
  bool pairInOrder(const std::vector<uint32_t> &all,
                   const std::vector<uint32_t> &sites,
                   const std::vector<Pair> &candidates);
  unsigned likeness(uint32_t site, const Pair &candidate) const;
  void pairClusters(const std::vector<uint32_t> &sites,
                    const std::vector<Pair> &candidates);
  std::optional<std::vector<Pair>> agreeing(const std::vector<uint32_t> &sites,
                                            std::vector<Pair> order) const;
  void keep(const std::vector<uint32_t> &sites, std::vector<Pair> order,
            bool isConsistent);
  bool goOnAlike(const std::vector<uint32_t> &sites) const;
  void pairSwitch(unsigned line, const std::vector<uint32_t> &cases,
                  const std::vector<const FlowDecision *> &some);

  const ContinuedLines &lines();
  bool areCompiled(const std::vector<uint32_t> &sites);
  bool standsAlone(uint32_t site);
  bool isCompiled(unsigned line);
  bool hasCode(unsigned line) const;
  std::vector<unsigned> linesOf(unsigned line);

  const Program &program;
  const std::vector<OutcomeLines> &outcomeLines;
  const Function &function;
  const std::vector<ReplayedTest> &tests;
  const BranchSet &proved;
  const Flow replay;
  const bool isOfClang; // the replay
  bool resultsAreAlike, resultsAreTelling;
  std::vector<uint32_t> decisions;
  std::map<uint32_t, Signatures> claims; // by site, and outcome
  std::map<uint32_t, Pair> pairs;        // by site
  std::set<uint32_t> consistent, alone, folded, sameCases;
  std::optional<ContinuedLines> continued; // of its source
};

} // namespace coverme

#endif
