// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "prove/interval/IntervalProver.h"

#include "prove/interval/AbstractInterpreter.h"
#include "prove/interval/Reason.h"
#include "support/Stopwatch.h"

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>

namespace coverme {
namespace {

// At most so many boxes, cut at the zeros and infinities of their floats, are
// run for all branches together.
constexpr uint64_t kMaxParts = 64;
// The words of a proof may take so many times the steps of the proof, or this
// share of what is left; a visit is looked at in so many parts.
constexpr uint64_t kStepsForWords = 4;
constexpr uint64_t kShareOfWords = 8; // of the steps that are left
constexpr uint64_t kPartsForWords = 16;
// A box of so few inputs is run for real.
constexpr uint64_t kFewInputs = 64;
// A box is narrowed again as long as that takes this part of some side away.
constexpr double kFairGain = 0.1;
// All branches of one call take at most so many times the effort of one.
constexpr uint64_t kMaxShares = 8;

// Positions behind which the floats of a scalar change their nature: the last
// of -NaN, of the negative numbers, and of the positive ones.
std::vector<int64_t> landmarks(const Scalar &scalar) {
  if (!scalar.isFloat())
    return scalar.kind == ScalarKind::Signed ? std::vector<int64_t>{-1}
                                             : std::vector<int64_t>{};
  const int64_t infinity = infinityOrdinal(scalar.width);
  return {-1, infinity, ~infinity - 1};
}

std::optional<int64_t> landmarkIn(const Scalar &scalar,
                                  const OrdinalInterval &side) {
  for (const int64_t mark : landmarks(scalar))
    if (side.low <= mark && mark < side.high)
      return mark;
  return std::nullopt;
}

std::pair<Box, Box> splitAt(const Box &box, size_t side, int64_t lastOfFirst) {
  std::pair<Box, Box> halves(box, box);
  halves.first[side].high = lastOfFirst;
  halves.second[side].low = lastOfFirst + 1;
  return halves;
}

int64_t middle(const OrdinalInterval &side) {
  return side.low + static_cast<int64_t>(side.gap() / 2);
}

// Cut in the scalar that most undecided branches depend on, and in that where
// its floats change their nature, else in two halves of as many.
std::pair<Box, Box> split(const Box &box, const InputSpace &inputs,
                          const std::vector<uint64_t> &undecided) {
  size_t best = 0;
  double bestScore = -1;
  for (size_t i = 0; i < box.size(); ++i) {
    const double score = static_cast<double>(undecided[i]) *
                         static_cast<double>(std::bit_width(box[i].gap()));
    // Without anything to go by, the widest.
    const double tie = static_cast<double>(std::bit_width(box[i].gap())) / 1e6;
    if (box[i].gap() != 0 && score + tie > bestScore) {
      best = i;
      bestScore = score + tie;
    }
  }
  return splitAt(
      box, best,
      landmarkIn(inputs[best], box[best]).value_or(middle(box[best])));
}

void addTo(std::optional<AbstractInterpreter::Visit> &all,
           const std::optional<AbstractInterpreter::Visit> &visit) {
  if (all && visit)
    all->add(*visit);
  else if (visit)
    all = visit;
}

// Has some side lost a fair part of itself?
bool isFairGain(const Box &before, const Box &after) {
  for (size_t i = 0; i < before.size(); ++i)
    if (static_cast<double>(before[i].gap() - after[i].gap()) >
        kFairGain * static_cast<double>(before[i].gap()))
      return true;
  return false;
}

} // namespace

IntervalProver::IntervalProver(std::shared_ptr<EntryCode> code, bool maxUlp)
    : code(std::move(code)), maxUlp(maxUlp) {}

// Takes up the code when it is first needed; says whether there is any.
bool IntervalProver::load() {
  if (lowered != nullptr)
    return true;
  lowered = code->get();
  if (lowered == nullptr)
    return false;
  inputs = &lowered->inputs;
  interpreter = std::make_unique<AbstractInterpreter>(
      lowered->code, *inputs, InterpreterOptions{maxUlp});
  return true;
}

void IntervalProver::prove(Asker &asker, std::span<const Query> queries,
                           uint64_t effort) {
  if (!load())
    return;
  std::vector<Query> reported;
  for (const Query &query : queries)
    if (std::binary_search(lowered->sites.begin(), lowered->sites.end(),
                           query.site))
      reported.push_back(query);
  if (reported.empty())
    return;
  const uint64_t limit =
      interpreter->steps() +
      effort * std::min<uint64_t>(reported.size(), kMaxShares);

  if (!std::includes(ranTogether.begin(), ranTogether.end(), reported.begin(),
                     reported.end()))
    proveTogether(asker, reported, limit - interpreter->steps());
  for (const Query &query : reported) {
    if (asker.isStopped() || interpreter->steps() >= limit)
      return;
    if (asker.isOpen(query) || asker.isReached(query))
      decide(asker, query, std::min(effort, limit - interpreter->steps()));
  }
}

// At most `most` boxes with all inputs, cut where the floats and signed
// integers among `sides` change their nature.
std::vector<Box> IntervalProver::naturalParts(std::span<const uint32_t> sides,
                                              uint64_t most) const {
  std::vector<Box> parts{{}};
  for (size_t i = 0; i < inputs->size(); ++i)
    parts.front().push_back({inputs->lowest(i), inputs->highest(i)});
  for (const uint32_t side : sides)
    for (size_t p = 0; p < parts.size() && parts.size() < most;)
      if (const auto mark = landmarkIn((*inputs)[side], parts[p][side])) {
        auto [first, second] = splitAt(parts[p], side, *mark);
        parts[p] = std::move(first);
        parts.push_back(std::move(second));
      } else {
        ++p;
      }
  return parts;
}

// Closes what can be closed by executions for all branches together: of all
// inputs at once, which is enough for many, then of as many parts of them as
// there are steps for.
void IntervalProver::proveTogether(Asker &asker, std::span<const Query> queries,
                                   uint64_t maxSteps) {
  std::vector<uint32_t> sides(inputs->size());
  std::iota(sides.begin(), sides.end(), 0);
  const uint64_t start = interpreter->steps();
  if (!runTogether(asker, queries, naturalParts({}, 1), maxSteps))
    return;
  const uint64_t cost = interpreter->steps() - start;
  // A part may take more steps than all, and some to spare.
  const uint64_t affordable =
      (maxSteps - std::min(cost, maxSteps)) / (2 * cost + 1);
  const std::vector<Box> parts =
      naturalParts(sides, std::min(affordable, kMaxParts));
  if (parts.size() == 1 || runTogether(asker, queries, parts, maxSteps - cost))
    ranTogether.assign(queries.begin(), queries.end());
}

// Closes the branches that none of the parts can take; none, and false, if that
// takes too long.
bool IntervalProver::runTogether(Asker &asker, std::span<const Query> queries,
                                 std::span<const Box> parts,
                                 uint64_t maxSteps) {
  const Stopwatch watch;
  std::vector<uint32_t> sites;
  std::map<Query, std::optional<AbstractInterpreter::Visit>> impossible;
  for (const Query &query : queries)
    if (asker.isOpen(query) || asker.isReached(query)) {
      sites.push_back(query.site);
      impossible.emplace(query, std::nullopt);
    }
  const uint64_t start = interpreter->steps();
  const uint64_t limit = start + maxSteps;
  for (const Box &part : parts) {
    asker.beat();
    if (interpreter->steps() >= limit ||
        !interpreter->run(part, sites, limit - interpreter->steps()))
      return false;
    std::erase_if(impossible, [&](const auto &entry) {
      return interpreter->isPossible(entry.first);
    });
    if (impossible.empty())
      return true;
    for (auto &[query, visits] : impossible)
      addTo(visits, interpreter->visit(query.site));
  }
  const double seconds = watch.seconds();
  const uint64_t spent = interpreter->steps() - start;
  const uint64_t wordsLimit =
      interpreter->steps() +
      std::min(kStepsForWords * spent,
               (maxSteps - std::min(spent, maxSteps)) / kShareOfWords);
  for (auto &[query, visits] : impossible) {
    if (parts.size() == 1)
      narrowVisit(query, visits, wordsLimit);
    asker.close(query,
                {ProofEngine::Interval, parts.size(),
                 seconds / static_cast<double>(impossible.size()),
                 reasonFor(entry(), lowered->code, *inputs, query, visits)});
  }
  return true;
}

// What came to the branch's site by the natural parts of the inputs that it
// depends on says more than by all inputs at once. Leaves it where there are no
// steps.
void IntervalProver::narrowVisit(
    const Query &query, std::optional<AbstractInterpreter::Visit> &visit,
    uint64_t limit) {
  if (!visit || visit->isMixed)
    return;
  std::optional<AbstractInterpreter::Visit> narrowed;
  for (const Box &part : naturalParts(
           interpreter->inputsBehind(visit->condition), kPartsForWords)) {
    if (interpreter->steps() >= limit ||
        !interpreter->runTo(part, query, limit - interpreter->steps()))
      return;
    addTo(narrowed, interpreter->visit(query.site));
  }
  visit = std::move(narrowed);
}

// Runs the input, if the search may; says whether the call came to its end.
bool IntervalProver::runConcretely(Asker &asker,
                                   const std::vector<int64_t> &ordinals) {
  Input input(inputs->size());
  for (size_t i = 0; i < input.size(); ++i)
    input[i] = inputs->fromOrdinal(i, ordinals[i]);
  return asker.run(lowered->allowed(std::move(input)), /*isCharged=*/false);
}

// Says whether no input of the small box takes the branch: all are run.
bool IntervalProver::isRefuted(Asker &asker, const Query &query,
                               const Box &box) {
  std::vector<int64_t> point;
  for (const OrdinalInterval &side : box)
    point.push_back(side.low);
  for (;;) {
    // What a call would have taken that was cut is not known.
    if (!runConcretely(asker, point) || asker.isReached(query))
      return false;
    size_t i = 0;
    while (i < box.size() && point[i] == box[i].high) {
      point[i] = box[i].low;
      ++i;
    }
    if (i == box.size())
      return true;
    ++point[i];
  }
}

// Narrows the last box of the list as far as it goes, or drops it if nothing is
// left of it. False if there are no steps for that; what was gained stays.
bool IntervalProver::narrowLast(Asker &asker, const Query &query,
                                Attempt &attempt, uint64_t limit) {
  for (;;) {
    asker.beat();
    Box &box = attempt.work.back();
    if (interpreter->steps() >= limit || asker.isStopped() ||
        !interpreter->runTo(box, query, limit - interpreter->steps()))
      return false;
    ++attempt.boxes;
    addTo(attempt.visits, interpreter->visit(query.site));
    const std::optional<Box> &reaching = interpreter->reaching();
    if (!reaching) {
      attempt.work.pop_back();
      return true;
    }
    const bool again = isFairGain(box, *reaching);
    box = *reaching;
    if (!again)
      return true;
  }
}

// Runs three inputs of the box; says whether one takes the branch.
bool IntervalProver::hasWitness(Asker &asker, const Query &query,
                                const Box &box) {
  std::vector<int64_t> lows, middles, highs;
  for (const OrdinalInterval &side : box) {
    lows.push_back(side.low);
    middles.push_back(middle(side));
    highs.push_back(side.high);
  }
  for (const auto *point : {&middles, &lows, &highs}) {
    runConcretely(asker, *point);
    if (asker.isReached(query))
      return true;
  }
  return false;
}

// Rids the list of its last box: drops it, or puts two parts of it there. False
// if there is an end of the attempt: a witness, or no way on for now.
bool IntervalProver::treatLast(Asker &asker, const Query &query,
                               Attempt &attempt, uint64_t limit) {
  const size_t before = attempt.work.size();
  if (!narrowLast(asker, query, attempt, limit))
    return false;
  if (attempt.work.size() < before)
    return true;
  const Box box = attempt.work.back();
  if (asker.isOpen(query) && hasWitness(asker, query, box))
    return false;
  const uint64_t size = sizeOf(box, kFewInputs + 1);
  if (size <= kFewInputs && code->isToldByRuns()) {
    if (!isRefuted(asker, query, box))
      return false;
    attempt.work.pop_back();
    return true;
  }
  if (size == 1)
    return false; // more is not to be had
  auto [first, second] = split(box, *inputs, interpreter->undecided());
  attempt.work.back() = std::move(second);
  attempt.work.push_back(std::move(first));
  return true;
}

// Goes on where the attempt at this branch stopped for want of steps.
void IntervalProver::decide(Asker &asker, const Query &query,
                            uint64_t maxSteps) {
  const Stopwatch watch;
  const uint64_t limit = interpreter->steps() + maxSteps;
  const auto [place, isNew] = attempts.try_emplace(query);
  Attempt &attempt = place->second;
  if (isNew)
    attempt.work = naturalParts({}, 1);
  bool goesOn = true;
  while (goesOn && !attempt.work.empty())
    goesOn = treatLast(asker, query, attempt, limit);
  attempt.seconds += watch.seconds();
  if (attempt.work.empty())
    asker.close(query, {ProofEngine::Interval, attempt.boxes, attempt.seconds,
                        reasonFor(entry(), lowered->code, *inputs, query,
                                  attempt.visits)});
}

} // namespace coverme
