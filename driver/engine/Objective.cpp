// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "engine/Objective.h"

#include "core/SetupPlan.h"
#include "support/Stopwatch.h"

#include <algorithm>
#include <bit>

namespace coverme {
namespace {

// Algorithm 1 has nothing but FOO_R to be led to what lies behind a reached
// target. The staged search has its pursuits, and calls are faster the fewer
// sites are open.
bool followsDescendants(const SearchOptions &options) {
  return options.paper || options.local != LocalMethod::Auto;
}

// Each pointer to its own object, but for one that the code has for the end of
// another one's: it leads there.
Input plainAliases(const InputPlan &plan) {
  Input choice(plan.aliasCount);
  for (const Buffer &buffer : plan.buffers)
    for (size_t i = 0; buffer.leadSlot && i < buffer.aliases.size(); ++i) {
      const Alias &alias = buffer.aliases[i];
      uint64_t &value = choice[*buffer.leadSlot - plan.numberCount()];
      if (value == 0 && plan.isEnd(alias))
        value = i + 1;
    }
  return choice;
}

} // namespace

Objective::Objective(const Goal &goal, Evaluator &evaluator,
                     const SearchOptions &options, Archive &archive)
    : goal(goal), archive(archive), evaluator(evaluator), options(options),
      space(std::vector<InputVariable>()),
      probes(goal.probe(evaluator.states(), followsDescendants(options))),
      helping(goal.targetCount()), plain(plainAliases(plan())), choice(plain),
      isLater(archive.calls.count().evaluations != 0) {
  chooseSetups(Input(plan().setupChoices));
  for (const TargetId target : goal.helpers())
    helping[target] = true;
  takeUp(goal.targets());
  if (goal.resultTarget() != kNoTarget)
    takeUp({goal.resultTarget()});
  if (archive.count().helps != 0)
    callHelpers();
}

// What an earlier worker has found out.
void Objective::takeUp(const std::vector<TargetId> &targets) {
  for (const TargetId target : targets) {
    const TargetRecord &record = archive.targets[target];
    reached += record.isReached();
    if (!isOpen(target))
      probes->close(target, record.witness != 0);
    else if (record.misses != 0)
      missed.push_back(target);
  }
}

void Objective::callHelpers() {
  archive.count().helps = 1;
  takeUp(goal.helpers());
  probes->help();
}

double Objective::toDouble(Rank rank) const {
  return rankToDouble(rank, evaluator.distanceMode());
}

bool Objective::isBudgetSpent() const {
  return cost() >= options.maxEvaluations ||
         (options.patience && costSinceGain() >= *options.patience) ||
         isStopped();
}

Rank Objective::evaluate(const Input &x) {
  if (x.size() != space.size())
    return call(x);
  // What lies beyond a bound counts as the bound itself.
  if (choice.empty() && setups.empty())
    return space.contains(x) ? call(x) : call(space.within(x));
  const Input numbers = space.within(x);
  Input whole(plan().numberCount());
  for (size_t i = 0; i < slots.size(); ++i)
    whole[slots[i]] = numbers[i];
  whole.insert(whole.end(), choice.begin(), choice.end());
  whole.insert(whole.end(), setups.begin(), setups.end());
  return call(whole);
}

Input Objective::numbersOf(std::span<const uint64_t> whole) const {
  Input numbers;
  for (const uint32_t slot : slots)
    numbers.push_back(whole[slot]);
  return numbers;
}

void Objective::chooseSetups(const Input &next) {
  setups = next;
  Input whole(plan().numberCount() + plan().aliasCount);
  whole.insert(whole.end(), setups.begin(), setups.end());
  const std::vector<bool> isUnmade = findUnmadeSlots(plan(), whole);
  std::vector<InputVariable> numbers;
  slots.clear();
  for (uint32_t i = 0; i < plan().numberCount(); ++i)
    if (!isUnmade[i]) {
      slots.push_back(i);
      numbers.push_back(plan().inputs[i]);
    }
  space = InputSpace(numbers);
}

void Objective::chooseAliases(std::span<const uint64_t> next) {
  choice = plain;
  std::copy(next.begin(), next.end(), choice.begin());
}

Rank Objective::call(const Input &x) {
  resultDistance = plateau();
  const CallEnd end = run(x);
  const bool isCut = end == CallEnd::Misbehaved || end == CallEnd::Starved;
  counted = end == CallEnd::Returned || end == CallEnd::Ended ||
            (isCut && goal.countsAllCalls());
  const bool closes = end != CallEnd::Ended || goal.countsAllCalls();
  returned = counted && closes;
  if (isCut && !counted)
    recordNonReturning(goal, archive);
  if (end == CallEnd::NotRun || end == CallEnd::Excluded || (isCut && !counted))
    return plateau();
  if (counted && ++archive.calls.count().accepted == 1)
    closeAssumptions();
  if (end == CallEnd::Returned && ++archive.calls.count().returned == 1 &&
      goal.asked().empty())
    archive.addWitness(x);
  // r was computed before this call's targets are closed: zero says that x
  // has just reached something new.
  if (!recordVisits(x, closes)) {
    counted = returned = false;
    return plateau();
  }
  if (end == CallEnd::Returned && goal.resultTarget() != kNoTarget)
    recordResult(x);
  return closes || evaluator.r() != 0 ? evaluator.r() : plateau();
}

// A call that its fuel was not enough for gets more if it may have led to
// something: at the first one that reaches an open target and at the ninth, and
// now and then to tell code that takes long from code that does not end. Where
// more was enough, all calls get more from then on.
CallEnd Objective::run(const Input &x) {
  ArchiveCounters &counts = archive.count();
  CallEnd end = evaluator.run(x, counts.fuel);
  if (end != CallEnd::Starved)
    return end;
  constexpr uint64_t kMore = 10, kSecondTry = 8;
  ++counts.starved;
  const uint32_t earlier = leastNonReturning();
  const bool isPowerOf8 = std::has_single_bit(counts.starved) &&
                          std::countr_zero(counts.starved) % 3 == 0;
  uint64_t fuel = 0;
  if (earlier == kSecondTry || (isPowerOf8 && counts.starved > 1))
    fuel = UINT64_MAX;
  else if (earlier == 0)
    fuel = kMore * counts.fuel;
  else
    return end;
  end = evaluator.run(x, fuel);
  if (end == CallEnd::Returned || end == CallEnd::Ended)
    counts.fuel *= kMore / 2;
  return end;
}

// Of the open targets that the last call, which has not returned, has reached:
// by how few such calls was one reached before? None: UINT32_MAX.
uint32_t Objective::leastNonReturning() const {
  uint32_t least = UINT32_MAX;
  for (const TargetId target : reachedOpen())
    least = std::min(least, archive.targets[target].nonReturning);
  return least;
}

std::vector<TargetId> Objective::reachedOpen() const {
  std::vector<TargetId> targets;
  for (const uint32_t site : evaluator.visitedSites())
    if (const coverme_visit *visit = evaluator.visitOf(site))
      for (const TargetId target : goal.targetsAt(site))
        if (isOpen(target) && goal.distance(target, *visit) == 0)
          targets.push_back(target);
  return targets;
}

// The assumption has served its purpose when inputs fulfil it.
void Objective::closeAssumptions() {
  for (const TargetId target : goal.targets())
    if (goal.siteOf(target) >= goal.scope.firstAssumption && isOpen(target))
      giveUp(target);
}

// `closes`: a target that the call has reached is open no more. It counts for
// none if it touches what lies ahead of an object: few calls reach something
// new, so that those alone are asked.
bool Objective::recordVisits(const Input &x, bool closes) {
  bool foundNew = false;
  for (const uint32_t site : evaluator.visitedSites()) {
    if (!probes->counts(site))
      continue; // watched, but closed
    const coverme_visit *visit = evaluator.visitOf(site);
    if (visit == nullptr)
      continue; // a second call has taken another way
    for (const TargetId target : goal.targetsAt(site)) {
      TargetRecord &record = archive.targets[target];
      if (record.witness != 0)
        continue;
      const Rank distance = goal.distance(target, *visit);
      // A witness refutes a proof, unless it has set-up calls that nobody has
      // asked for, which may be such as C does not allow.
      if (record.proved != 0 && (distance != 0 || !setups.empty()))
        continue;
      if (distance == 0) {
        if (!closes && record.endingWitness != 0) {
          ++record.nonReturning;
          continue;
        }
        if (!foundNew) {
          const std::vector<TargetId> reachedNow = reachedOpen();
          if (!evaluator.keptToObjects()) {
            recordCut(reachedNow, x);
            return false;
          }
          archive.addWitness(x);
          archive.count().lastGain = evaluations();
          archive.count().costToGain = cost();
          archive.count().lastProgress = evaluations();
          foundNew = true;
        }
        if (!record.isReached()) {
          ++reached;
          record.reachedAfter = evaluations();
        }
        record.nonReturning += !closes;
        (closes ? record.witness : record.endingWitness) =
            archive.count().witnesses;
        if (closes)
          probes->close(target, true);
        continue;
      }
      recordMiss(target, distance, x);
    }
  }
  return true;
}

void Objective::recordCut(const std::vector<TargetId> &reachedNow,
                          const Input &x) {
  for (const TargetId target : reachedNow) {
    ++archive.targets[target].nonReturning;
    std::copy(x.begin(), x.end(), archive.cutInput(target).begin());
  }
}

void Objective::recordMiss(TargetId target, Rank distance, const Input &x) {
  TargetRecord &record = archive.targets[target];
  if (++record.misses == 1)
    missed.push_back(target);
  if (record.misses == 1 || distance < record.best) {
    record.best = distance;
    archive.count().lastProgress = evaluations();
    std::copy(x.begin(), x.end(), archive.bestInput(target).begin());
  }
  if (distance > record.worst && distance != plateau())
    record.worst = distance;
}

// Also an infinite error is only the nearest that a call can come: nothing else
// is wanted then.
void Objective::recordResult(const Input &x) {
  const TargetId target = goal.resultTarget();
  resultDistance = goal.resultDistance(x, evaluator.outputs()[0]);
  recordMiss(target, resultDistance, x);
  if (resultDistance == 0)
    giveUp(target);
}

TargetId Objective::lastOpenTarget() const {
  return evaluator.rSite() == COVERME_NO_SITE
             ? kNoTarget
             : probes->measuredAt(evaluator.rSite());
}

void Objective::forgetClosed() {
  std::erase_if(missed, [this](TargetId target) { return !isOpen(target); });
}

std::vector<TargetId> Objective::openTargets() const {
  std::vector<TargetId> open = goal.asked();
  std::erase_if(open, [this](TargetId target) { return !isOpen(target); });
  return open;
}

std::vector<TargetId> Objective::unreachedTargets() const {
  std::vector<TargetId> open = openTargets();
  std::erase_if(open, [this](TargetId target) { return isReached(target); });
  return open;
}

void Objective::watch(uint32_t site, bool on) {
  uint8_t &bits = evaluator.states()[site];
  bits = static_cast<uint8_t>(on ? bits | COVERME_STATE_RECORD
                                 : bits & ~COVERME_STATE_RECORD);
}

void Objective::giveUp(TargetId target) {
  archive.targets[target].givenUp = 1;
  probes->close(target, false);
}

void Objective::closeProved(TargetId target, const Proof &proof) {
  archive.addProof(target, proof);
  probes->close(target, false);
}

void Objective::ask(Prover &prover, const std::vector<TargetId> &targets,
                    uint64_t effort) {
  std::vector<Query> queries;
  for (const TargetId target : targets) {
    queries.push_back(goal.query(target));
    queried.emplace(queries.back(), target);
  }
  const Stopwatch watch;
  archive.count().isProving = 1;
  prover.prove(*this, queries, effort);
  archive.count().isProving = 0;
  archive.count().proverSeconds += watch.seconds();
}

bool Objective::run(const Input &candidate, bool isCharged) {
  if (!space.contains(candidate) || (isLater && isBudgetSpent()))
    return false;
  archive.calls.count().uncharged += !isCharged && !isLater;
  evaluate(candidate);
  return returned;
}

std::optional<AllRuns> Objective::runAll() {
  // Nobody knows what a call would have reached that ended its worker.
  if (space.isRestricted() || !choice.empty() || !setups.empty() ||
      archive.calls.count().crashing != 0)
    return std::nullopt;
  archive.count().fuel = options.fuel;
  return evaluator.runAll(
      space, [this] { return !isStopped(); },
      [this](const Input &x) {
        evaluate(x);
        return !openTargets().empty();
      });
}

} // namespace coverme
