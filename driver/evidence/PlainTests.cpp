// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evidence/PlainTests.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

namespace coverme {
namespace {

constexpr std::array kPlain = {1.0, 2.0, 1.5, 0.5, 10.0, -1.0, 100.0, -2.0};
constexpr double kLeast = 1e-6, kMost = 1e6;
constexpr size_t kMostSingles = 12;

// Of one call: longer ones make no plain test.
constexpr uint64_t kFuel = 20'000;

// Of one run.
constexpr size_t kMostCalls = 2000;

bool isOdd(const InputSpace &space, size_t i, uint64_t bits) {
  const double value = space.toReal(i, bits);
  const double magnitude = std::fabs(value);
  if (!space[i].isFloat())
    return magnitude > kMost;
  return space.fromReal(i, value) != bits || magnitude > kMost ||
         (magnitude < kLeast && magnitude != 0);
}

class Plainer {
public:
  Plainer(const Function &entry, const Input &input)
      : space(entry.inputs()), input(input) {
    for (size_t i = 0; i < entry.plan.numberCount(); ++i)
      if (space[i].enumerators.empty() &&
          entry.inputs()[i].part == Part::Whole && isOdd(space, i, input[i]))
        odd.push_back(i);
  }

  std::vector<Input> all() const {
    std::vector<Input> inputs;
    for (size_t shift = 0; !odd.empty() && shift < kPlain.size(); ++shift) {
      Input next = input;
      for (size_t k = 0; k < odd.size(); ++k)
        next[odd[k]] = plain(odd[k], k + shift);
      inputs.push_back(std::move(next));
    }
    return inputs;
  }

  std::vector<Input> singly() const {
    std::vector<Input> inputs;
    if (odd.size() < 2)
      return inputs;
    for (size_t k = 0; k < std::min(odd.size(), kMostSingles); ++k)
      for (const double sign : {1.0, -1.0}) {
        Input next = input;
        next[odd[k]] = plain(odd[k], k, sign);
        inputs.push_back(std::move(next));
      }
    return inputs;
  }

private:
  uint64_t plain(size_t i, size_t which, double sign = 1) const {
    const double value = sign * kPlain[which % kPlain.size()];
    return space.within(i, space.fromReal(i, value));
  }

  const InputSpace space;
  const Input &input;
  std::vector<size_t> odd;
};

// What each of several changes, together.
Input joined(const Input &from, const std::vector<const Input *> &changed) {
  Input input = from;
  for (const Input *each : changed)
    for (size_t i = 0; i < input.size(); ++i)
      if ((*each)[i] != from[i])
        input[i] = (*each)[i];
  return input;
}

bool replaces(const Test &plain, const Test &test) {
  return plain.ending.returns() && test.covers.countWithout(plain.covers) == 0;
}

} // namespace

std::vector<Input> plainerInputs(const Function &entry, const Input &input) {
  const Plainer plainer(entry, input);
  std::vector<Input> inputs = plainer.all();
  for (Input &single : plainer.singly())
    inputs.push_back(std::move(single));
  return inputs;
}

void preferPlainTests(const std::filesystem::path &sharedObject,
                      const Goal &goal, const SearchOptions &options,
                      std::vector<Test> &tests) {
  const Function &entry = goal.program.functions[goal.scope.entry];
  std::vector<BranchSet> covers;
  for (const Test &test : tests)
    covers.push_back(test.covers);
  std::vector<size_t> wanted = minimalSubset(covers, tests);
  std::erase_if(wanted, [&](size_t i) { return !tests[i].ending.returns(); });

  SearchOptions mine = options;
  mine.fuel = std::min(options.fuel, kFuel);
  std::map<Input, Test> known;
  const auto add = [&](std::vector<Test> found) {
    for (Test &test : found)
      known.emplace(test.inputs, std::move(test));
  };
  const auto find = [&](const Input &input, size_t i) -> const Test * {
    const auto found = known.find(input);
    return found != known.end() && replaces(found->second, tests[i])
               ? &found->second
               : nullptr;
  };

  std::vector<std::vector<Input>> tries(tests.size());
  std::vector<Input> inputs;
  for (const size_t i : wanted) {
    tries[i] = plainerInputs(entry, tests[i].inputs);
    if (inputs.size() + tries[i].size() > kMostCalls)
      break;
    inputs.insert(inputs.end(), tries[i].begin(), tries[i].end());
  }
  if (inputs.empty())
    return;
  add(tryInputs(sharedObject, goal, mine, inputs));
  // Where not all of a test's odd numbers may be plain, those that may.
  inputs.clear();
  for (const size_t i : wanted) {
    std::vector<const Input *> fitting;
    for (const Input &input : tries[i])
      if (find(input, i) != nullptr)
        fitting.push_back(&input);
    if (fitting.size() < 2 || fitting.front() < tries[i].data() + kPlain.size())
      continue;
    inputs.push_back(joined(tests[i].inputs, fitting));
    tries[i].insert(tries[i].begin(), inputs.back());
  }
  if (!inputs.empty())
    add(tryInputs(sharedObject, goal, mine, inputs));
  std::map<size_t, Input> chosen; // in the place of which test
  inputs.clear();
  for (const size_t i : wanted)
    for (const Input &input : tries[i])
      if (find(input, i) != nullptr) {
        chosen.emplace(i, input);
        inputs.push_back(input);
        break;
      }
  if (entry.mayKeepState()) {
    known.clear();
    add(confirmWitnesses(sharedObject, goal, mine, inputs));
  }
  for (const auto &[i, input] : chosen)
    if (const Test *plain = find(input, i))
      tests.push_back(std::exchange(tests[i], *plain));
}

} // namespace coverme
