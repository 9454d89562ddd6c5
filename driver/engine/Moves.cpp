// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// New inputs from those that have brought something.
#include "engine/Searcher.h"

#include <algorithm>
#include <cassert>
#include <cctype>
#include <cstring>
#include <numeric>
#include <set>
#include <string_view>

namespace coverme {
namespace {

// Inputs that are parts of two witnesses, ahead of each round but the first.
constexpr uint64_t kCrossedPerRound = 500;
// Codes are integers from zero to below this. So many sets of integers that are
// equal in a nearest miss, and so many single ones, have all of them.
constexpr uint64_t kCodes = 256;
constexpr size_t kSetsForCodes = 2;
constexpr size_t kSinglesForCodes = 4;
// How often calls that did not return are made shorter for one target.
constexpr uint32_t kMostTimesShortened = 3;
// Evaluations of either kind in a round.
constexpr uint64_t kMostForCodes = 10'000;
constexpr uint64_t kMostForShorter = 10'000;
// So many inputs get texts, in so many evaluations a time.
constexpr size_t kBasesForTexts = 4;
constexpr uint64_t kMostForTexts = 5'000;

} // namespace

Input Searcher::aWitness(Random &random) const {
  const uint32_t count = objective.archive.count().witnesses;
  assert(count != 0);
  const auto witness = objective.archive.witnessInput(
      random.below(2) != 0 ? count - 1 : random.below(count));
  return numbersOf(witness);
}

void Searcher::crossWitnesses() {
  if (numberCount() < 2 || objective.archive.count().witnesses < 2)
    return;
  for (uint64_t i = 0; i < kCrossedPerRound && !objective.isDone(); ++i)
    objective.evaluate(crossed(aWitness(crossing), aWitness(crossing)));
}

void Searcher::shortenCalls() {
  const uint64_t last = objective.evaluations() + kMostForShorter;
  for (const TargetId target : objective.goal.targets())
    if (const TargetRecord &record = objective.archive.targets[target];
        record.nonReturning != 0 && !record.isReached() &&
        objective.isOpen(target) && objective.evaluations() < last &&
        timesShortened[target]++ < kMostTimesShortened)
      shortenCall(target, last);
  objective.chooseAliases({});
}

void Searcher::shortenCall(TargetId target, uint64_t last) {
  const auto recorded = objective.archive.cutInput(target);
  Input x = numbersOf(recorded);
  objective.chooseAliases(aliasesOf(recorded));
  const uint32_t &taken = objective.archive.targets[target].nonReturning;
  const auto isOver = [&] {
    return objective.isDone() || !objective.isOpen(target) ||
           objective.evaluations() >= last;
  };
  const InputSpace &space = objective.inputs();
  for (size_t i = 0; i < x.size() && !isOver(); ++i) {
    if (space[i].isFloat() || space.toReal(i, x[i]) <= 1)
      continue;
    // The least that reaches it, as far as bisection can tell.
    int64_t high = space.ordinal(i, x[i]);
    int64_t low = space.ordinal(i, space.within(i, space.fromReal(i, 1))) - 1;
    for (int64_t next = low + 1; low + 1 < high && !isOver();
         next = std::midpoint(low, high)) {
      Input smaller = x;
      smaller[i] = space.fromOrdinal(i, next);
      const uint32_t before = taken;
      objective.evaluate(smaller);
      if (taken == before) {
        low = next;
      } else {
        high = next;
        x = std::move(smaller);
      }
    }
  }
}

// The first of so many slots among the inputs.
std::optional<size_t> Searcher::placeOf(uint32_t firstSlot,
                                        size_t count) const {
  const std::vector<uint32_t> &slots = objective.slotsOfInputs();
  const auto first = std::ranges::lower_bound(slots, firstSlot);
  const auto end = std::ranges::lower_bound(slots, firstSlot + count);
  return end - first == static_cast<ptrdiff_t>(count)
             ? std::optional(static_cast<size_t>(first - slots.begin()))
             : std::nullopt;
}

std::vector<Input> Searcher::nearestMisses(size_t most) const {
  std::vector<Input> all;
  for (const TargetId target : objective.missedTargets())
    if (all.size() < most && objective.isOpen(target))
      all.push_back(numbersOf(objective.archive.bestInput(target)));
  return all;
}

Input Searcher::crossed(Input one, const Input &other) {
  const auto &arguments = objective.plan().arguments;
  size_t from = crossing.below(one.size());
  size_t count = 1 + crossing.below(one.size() - from);
  size_t to = from;
  if (arguments.size() > 1 && crossing.below(2) != 0) {
    const Argument &target = arguments[crossing.below(arguments.size())];
    const Argument &source = arguments[crossing.below(arguments.size())];
    const std::optional<size_t> there =
        placeOf(target.firstSlot, target.slotCount);
    if (!there)
      return one; // a set-up call makes it
    to = *there;
    count = target.slotCount;
    from = source.slotCount == count
               ? placeOf(source.firstSlot, count).value_or(to)
               : to;
  }
  assert(std::max(from, to) + count <= one.size());
  std::copy_n(other.begin() + static_cast<ptrdiff_t>(from), count,
              one.begin() + static_cast<ptrdiff_t>(to));
  return one;
}

void Searcher::tryCodes() {
  const uint64_t last = objective.evaluations() + kMostForCodes;
  const auto isOver = [&] {
    return objective.isDone() || objective.evaluations() >= last;
  };
  // Calls may add to the missed ones.
  const std::vector<TargetId> targets = objective.missedTargets();
  std::set<Input> bases;
  for (const TargetId target : targets) {
    Input base = numbersOf(objective.archive.bestInput(target));
    if (isOver() || !objective.isOpen(target) || objective.isHelper(target) ||
        isLeftAlone(target) || !bases.insert(base).second)
      continue;
    TargetPursuit pursuit(objective, levels, target,
                          options.components.approach);
    for (const std::vector<size_t> &slots : slotsForCodes(pursuit, base))
      for (uint64_t code = 0; code < kCodes && !isOver(); ++code) {
        Input x = base;
        for (const size_t slot : slots)
          x[slot] = code;
        objective.evaluate(objective.inputs().within(x));
      }
  }
}

void Searcher::tryTexts() {
  const coverme_texts &known = objective.archive.calls.comparedTexts();
  const uint32_t count = std::min<uint32_t>(known.count, COVERME_MOST_TEXTS);
  if (count <= textsTried && literals.empty())
    return;
  const std::vector<std::vector<size_t>> rows = rowsOfCharacters();
  std::vector<Input> bases = nearestMisses(kBasesForTexts - 1);
  bases.insert(bases.begin(), Input(numberCount(), 0));
  const uint64_t last = objective.evaluations() + kMostForTexts;
  const auto goesOn = [&] {
    return !objective.isDone() && objective.evaluations() < last;
  };
  const auto tryIn = [&](std::string_view text) {
    for (const Input &base : bases)
      for (const std::vector<size_t> &row : rows)
        if (goesOn())
          tryText(text, row, base);
  };
  // Nothing ends the text if the code has written there.
  for (; textsTried < count && goesOn(); ++textsTried)
    tryIn({known.texts[textsTried],
           ::strnlen(known.texts[textsTried], COVERME_TEXT_SIZE)});
  // From where the last round has left off.
  for (size_t i = 0; i < literals.size() && goesOn(); ++i)
    tryIn(literals[literalsTried++ % literals.size()]);
}

void Searcher::tryText(std::string_view text, const std::vector<size_t> &row,
                       const Input &base) {
  const auto write = [&](size_t begin) {
    Input x = base;
    for (size_t j = begin; j < row.size(); ++j)
      x[row[j]] = j - begin < text.size()
                      ? static_cast<unsigned char>(text[j - begin])
                      : 0;
    objective.evaluate(objective.inputs().within(x));
  };
  write(0);
  const auto end = std::ranges::find_if(
      row, [&](size_t slot) { return (base[slot] & 0xff) == 0; });
  const auto length = static_cast<size_t>(end - row.begin());
  if (length == 0 || text.size() >= row.size())
    return;
  if (!objective.isDone())
    write(std::min(length, row.size() - text.size()));
  // Ahead of what is there, or in place of the word that it begins with: the
  // code may want both.
  const auto isOfWord = [&](size_t slot) {
    const auto c = static_cast<int>(base[slot] & 0xff);
    return std::isalnum(c) != 0 || c == '_';
  };
  const auto word = static_cast<size_t>(
      std::ranges::find_if_not(row, isOfWord) - row.begin());
  for (const size_t skipped : std::set<size_t>{0, word}) {
    if (objective.isDone())
      return;
    Input x = base;
    for (size_t j = 0; j < row.size(); ++j) {
      const size_t rest = j - text.size() + skipped;
      x[row[j]] = j < text.size()     ? static_cast<unsigned char>(text[j])
                  : rest < row.size() ? base[row[rest]]
                                      : 0;
    }
    objective.evaluate(objective.inputs().within(x));
  }
}

void Searcher::tryEnds() {
  for (const Buffer &buffer : objective.plan().buffers) {
    const std::vector<Cell> &cells = buffer.image.cells;
    if (!buffer.isStream || cells.empty())
      continue;
    const std::optional<size_t> begin =
        placeOf(cells.front().slot, cells.size());
    if (!begin)
      continue; // a set-up call makes it
    for (Input x : nearestMisses(kBasesForTexts))
      for (size_t i = *begin + cells.size(); i-- > *begin;) {
        if (objective.isDone())
          return;
        if (x[i] == 0)
          continue;
        objective.evaluate(x);
        x[i] = 0;
      }
  }
}

std::vector<std::vector<size_t>> Searcher::rowsOfCharacters() const {
  std::vector<std::vector<size_t>> rows;
  std::string_view array;
  for (size_t i = 0; i < numberCount(); ++i) {
    const InputVariable &each =
        objective.plan().inputs[objective.slotsOfInputs()[i]];
    const Scalar &scalar = each.scalar;
    const size_t end = each.name.rfind('[');
    if (scalar.width != 8 || scalar.kind == ScalarKind::Bool ||
        !scalar.enumerators.empty() || end == std::string::npos)
      continue;
    const std::string_view own = std::string_view(each.name).substr(0, end);
    if (rows.empty() || own != array)
      rows.emplace_back();
    array = own;
    rows.back().push_back(i);
  }
  return rows;
}

bool Searcher::takesCodes(size_t slot) const {
  const Scalar &scalar = objective.inputs()[slot];
  return (scalar.kind == ScalarKind::Signed ||
          scalar.kind == ScalarKind::Unsigned) &&
         scalar.width > 8 && scalar.enumerators.empty();
}

std::vector<std::vector<size_t>> Searcher::slotsForCodes(TargetPursuit &pursuit,
                                                         Input &base) {
  std::vector<std::vector<size_t>> sets, singles;
  std::map<uint64_t, std::vector<size_t>> equal;
  for (size_t i = 0; i < base.size(); ++i)
    if (takesCodes(i)) {
      if (singles.size() < kSinglesForCodes)
        singles.push_back({i});
      equal[base[i]].push_back(i);
    }
  const Rank before = pursuit.evaluate(base);
  uint64_t unused = 0;
  for (const auto &[value, slots] : equal) {
    std::vector<size_t> tied;
    for (const size_t slot : slots) {
      while (equal.contains(unused))
        ++unused;
      Input x = base;
      x[slot] = objective.inputs().within(slot, unused);
      if (slots.size() > 1 && !pursuit.isDone() &&
          pursuit.evaluate(x) <= before) {
        base = std::move(x);
        ++unused;
      } else {
        tied.push_back(slot);
      }
    }
    if (tied.size() > 1 && sets.size() < kSetsForCodes)
      sets.push_back(std::move(tied));
  }
  sets.insert(sets.end(), singles.begin(), singles.end());
  return sets;
}

} // namespace coverme
