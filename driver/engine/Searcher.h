// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One search: what it tries, in which order, and when it gives up. The moves
// that it knows are in Pursuits.cpp (towards one target) and Moves.cpp (from
// witnesses, by codes, with shorter calls).
#ifndef COVERME_DRIVER_ENGINE_SEARCHER_H
#define COVERME_DRIVER_ENGINE_SEARCHER_H

#include "engine/Objective.h"
#include "engine/SiteGraph.h"
#include "engine/TargetPursuit.h"
#include "optimise/HillClimbing.h"
#include "optimise/LocalSearch.h"
#include "optimise/StartPoints.h"
#include "prove/Prover.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace coverme {

// A target whose distance has never changed is left alone after this part of
// the budget times the number of inputs and one: such targets (`if (huge + x >
// 1)` behind a condition that keeps x small) give a search nothing to go by.
// Where all are of that kind, the search ends.
constexpr double kFlatShare = 0.015;
// A target is left alone, too, when so many calls have reached it and none of
// them returned: each costs as much as hundreds of others.
constexpr uint32_t kMaxNonReturning = 100;
// The search ends when no open target has come nearer for long: not before this
// part of the budget is used, and not before kPatience times the evaluations
// that had been made at the last progress.
constexpr double kLeastShare = 0.15;
constexpr uint64_t kPatience = 20;
// Evaluations of one local minimisation of Algorithm 1 per scalar: SciPy's
// Powell, which the paper used, stops after 1000 times the dimension.
constexpr uint64_t kEvaluationsPerScalar = 1000;
// Evaluations per pursued target in the first round; they double every round.
constexpr uint64_t kFirstPursuit = 500;
// A prover's steps per target: after the first round, to spare the search what
// is easily proved, and when the search has come to its end.
constexpr uint64_t kEarlyEffort = 80'000;
constexpr uint64_t kLateEffort = 500'000;

// The starting points' constants: those of all functions that count.
std::vector<Constant> constantsOf(const Objective &objective);

// The first literals of the same functions and of those that they call, each
// once. Where these read numbers from texts, also their constants, numbers near
// those, and some that are always odd, as texts.
constexpr size_t kMostLiterals = 64;
constexpr size_t kMostNumerals = 64;
std::vector<std::string> literalsOf(const Objective &objective);

// Asks each prover about the targets that those before it have left open;
// `effort` is in a prover's steps per target.
void proveOpen(Objective &objective, const Provers &provers, uint64_t effort);

// The choices that differ from `base` in where one pointer leads, and in what
// that makes of the others: no pointer leads to an object that is not made.
std::vector<Input> neighboursOf(const Objective &objective, const Input &base);

// The choices around the objective's own one, and the one in which each pointer
// is null that may be.
std::vector<Input> firstChoices(const Objective &objective);

// Asks for a new search with more inputs if targets are open: which allocation
// fails, where calls allocate, and the file's variables.
void wantInputs(Objective &objective);

// Runs one search on an objective, whose archive takes the results.
class Searcher {
public:
  Searcher(Objective &objective, const SearchOptions &options,
           const Provers &provers, uint64_t seed)
      : objective(objective), options(options), provers(provers), random(seed),
        crossing(seed), scaling(seed),
        starts(objective.inputs(), constantsOf(objective), options.components,
               random),
        fixed(starts), graph(objective.goal.program, objective.goal.scope),
        levels(graph),
        local(options.local == LocalMethod::Auto
                  ? makePortfolio(seed)
                  : makeLocalSearch(options.local, options.es, starts, seed)),
        climbing(starts, seed), literals(literalsOf(objective)) {}

  // Algorithm 1 of Fu & Su (PLDI'17) with the infeasibility heuristic of its
  // section 5.3, and nothing else.
  void runPaper();

  // Algorithm 1 with our starting points.
  void runAlgorithm1();

  // The baseline: inputs are drawn uniformly.
  void runRandom();

  // The default: rounds of starting points, random inputs, pursuits, proofs and
  // basin hopping, with twice the effort in each round. `restart` counts the
  // workers that this one follows.
  void runStaged(uint32_t restart);

  // Runs plain inputs, and nearest misses with what is wild in them made plain:
  // what these want of objects is typical, too. Of calls that reached something
  // and did not return, any part is made plain.
  void tryPlain();
  // A plain input with about half of the numbers of `base`: of any, or of
  // floats and small integers alone.
  enum class Kept { Small, Any };
  Input madePlain(const Input &base, Kept kept);
  // Runs inputs whose numbers are of one magnitude.
  void tryMagnitudes();
  // Runs plain inputs to learn how large objects have to be. If calls want more
  // than there is, the search ends, and begins again with larger objects.
  void learnSizes();
  // Runs at most `calls` plain inputs, at most `mostCost` in cost: the sizes
  // that they want are typical. `begun` counts those of other workers, too.
  void runSizing(int calls, uint64_t mostCost, uint32_t &begun);

  // One turn of the set-up calls that are chosen now. Plain inputs come first,
  // as calls that make objects often take sizes. The turn ends early when calls
  // crash, so that other choices have their turns.
  void runTurn(uint64_t effort);

  // Runs a function without targets until one call has returned.
  void runPlain();

private:
  // Evaluations of one local minimisation in Algorithm 1.
  uint64_t minimisationBudget() const {
    return kEvaluationsPerScalar * objective.inputs().size();
  }

  // The local searches that take turns in the default search. Nelder-Mead is
  // the only method of NLopt's that finds what the others miss; the table is in
  // docs/algorithm.md.
  std::unique_ptr<LocalSearch> makePortfolio(uint64_t seed) const;

  // Asks the provers once in a run, also if workers die: proofs outlive them.
  void proveEarly();

  // Asks the provers about covered targets. A proof of one is wrong, and the
  // archive keeps it for the report.
  void proveReached();

  // The patience of a worker's first sweep: less after crashes.
  uint64_t firstPatience() const;

  // Runs fixed starting points until none is left or `patience` of them in a
  // row have brought nothing.
  void sweep(uint64_t patience) {
    sweep(patience, [this] { return objective.isDone(); });
  }

  template <typename Condition>
  void sweep(uint64_t patience, const Condition &isOver) {
    const auto idle = [this, start = objective.evaluations()] {
      return objective.evaluations() - std::max(start, lastGain());
    };
    while (!isOver() && idle() < patience)
      if (const std::optional<Input> x = fixed.next())
        objective.evaluate(*x);
      else
        return;
  }

  uint64_t lastGain() const { return objective.archive.count().lastGain; }
  uint64_t lastProgress() const {
    return objective.archive.count().lastProgress;
  }

  uint64_t shareOfBudget(double share) const {
    return static_cast<uint64_t>(share *
                                 static_cast<double>(options.maxEvaluations));
  }

  uint64_t flatPatience() const {
    return shareOfBudget(kFlatShare) * (1 + objective.inputs().size());
  }

  // Was the target pursued for long, without any change of its distance?
  bool isFlat(TargetId target) const {
    const TargetRecord &record = objective.archive.targets[target];
    return record.isFlat() && record.spent >= flatPatience();
  }

  // Has no target come nearer for long?
  bool isStuck() const {
    return objective.charged() >=
           std::max(shareOfBudget(kLeastShare), kPatience * lastProgress());
  }

  bool isNonReturning(TargetId target) const {
    const TargetRecord &record = objective.archive.targets[target];
    return record.witness == 0 && record.nonReturning >= kMaxNonReturning;
  }

  bool isLeftAlone(TargetId target) const {
    return isFlat(target) || isNonReturning(target);
  }

  // Are all missed targets left alone, and was the last gain long ago?
  bool allFlat() const;

  // One Markov chain of basin hopping from `x`; each of its minimisations takes
  // at most `maxEvaluations`.
  Rank hop(Input &x, uint64_t maxEvaluations);

  // Pursues the missed targets. Those that are first missed on the way have
  // their turn in the same round, so that a chain of conditions takes no more
  // rounds than a single condition.
  void pursueFrontier(uint64_t effort);

  // Pursues those missed targets that only help (`helping`), or those that
  // count, with `most` evaluations in all.
  void pursueMissed(uint64_t effort, bool helping, uint64_t most);

  size_t numberCount() const { return objective.inputs().size(); }

  // The numbers and the choices of aliases of a recorded input.
  Input numbersOf(std::span<const uint64_t> whole) const {
    return objective.numbersOf(whole);
  }
  Input aliasesOf(std::span<const uint64_t> whole) const;

  // Tries each place that a pointer may lead to, on witnesses and near misses:
  // there is no distance between two places. All choices are tried even if one
  // asks for larger objects, so that the search begins again only once. A call
  // that ends the worker ends the trial of its choice; the next worker goes on
  // with the one that follows.
  void tryAliases();

  // Pursues the target with one pointer leading elsewhere than in its nearest
  // miss, where this changes the distance.
  void pursueElsewhere(TargetId target, uint64_t effort);

  // Minimises the target's distance from its nearest miss on.
  void pursue(TargetId target, uint64_t effort);

  // The newest witness in half of the draws, else any.
  // require: there is a witness, as when a site was reached.
  Input aWitness(Random &random) const;

  // Tries mixtures of two witnesses: one call may have to do what two calls do
  // alone.
  void crossWitnesses();

  // Makes the integers of calls small, one after the other, as long as the call
  // reaches its target: for targets that calls reach without returning, as a
  // count is larger than the object or a loop takes too long.
  void shortenCalls();
  void shortenCall(TargetId target, uint64_t last);

  // `one` with some neighbouring inputs of `other`, or with all inputs of one
  // argument of it in the place of another argument's that has as many. (Where
  // pointers lead to the same object, its inputs are those of the first.)
  Input crossed(Input one, const Input &other);
  std::optional<size_t> placeOf(uint32_t firstSlot, size_t count) const;

  // The nearest misses of the first open targets that calls have missed.
  std::vector<Input> nearestMisses(size_t most) const;

  // Tries all small integers in the nearest misses, one place at a time, and at
  // once in the places that have to be equal. Integers that name things (a
  // satellite, a unit, a kind of record) lead through tables, where no distance
  // says whether to go up or down.
  void tryCodes();
  bool takesCodes(size_t slot) const;

  // Writes texts that the code has compared others with, each one once, and
  // literals, which nobody knows to be compared, into each array of characters
  // of nearest misses: alone, and behind what is there or in place of its end.
  void tryTexts();
  void tryText(std::string_view text, const std::vector<size_t> &row,
               const Input &base);

  // Ends each file behind each of its bytes, in nearest misses: a file ends
  // where only zeros follow, which no distance tells.
  void tryEnds();

  // The inputs of each array of characters, in their order.
  std::vector<std::vector<size_t>> rowsOfCharacters() const;

  // The sets of integers that have to be equal, as far as the target's distance
  // tells, then single ones. Makes others different that happen to be equal.
  std::vector<std::vector<size_t>> slotsForCodes(TargetPursuit &pursuit,
                                                 Input &base);

  // The input that a pursuit goes on with: mostly the nearest miss, or one near
  // it.
  Input nextStart(Input nearest);

  Objective &objective;
  const SearchOptions &options;
  const Provers &provers;
  Random random;
  // Apart from `random`, so that other draws are as they are without these.
  Random crossing, scaling;
  StartPoints starts;
  StartPoints::Fixed fixed;
  SiteGraph graph;
  ApproachLevels levels;
  std::unique_ptr<LocalSearch> local;
  HillClimbing climbing;
  std::map<TargetId, uint32_t> timesShortened;
  std::vector<std::string> literals;
  uint32_t textsTried = 0;
  size_t literalsTried = 0;
};

} // namespace coverme

#endif
