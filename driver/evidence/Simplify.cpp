// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evidence/Simplify.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

namespace coverme {
namespace {

// Of either sign, then of the sign that the value has.
constexpr double kSimplest[] = {0, 1, 2, 0.5};
constexpr double kSimple[] = {3, 4, 5, 6, 7, 8, 9, 10};
constexpr double kRound[] = {100, 1000}; // of integers, bisection finds less

// So many numbers are tried together.
constexpr size_t kMany = 8;

// The finite value with `kept` significant bits, rounded to nearest. It may
// round up to infinity.
double withBits(double value, int kept) {
  int exponent = 0;
  const double fraction = std::frexp(value, &exponent);
  return std::ldexp(std::nearbyint(std::ldexp(fraction, kept)),
                    exponent - kept);
}

double truncatedToBits(double value, int kept) {
  int exponent = 0;
  const double fraction = std::frexp(value, &exponent);
  return std::ldexp(std::trunc(std::ldexp(fraction, kept)), exponent - kept);
}

// Collects values up to the one that is there already.
class Candidates {
public:
  Candidates(const InputSpace &space, uint64_t bits)
      : space(space), bits(bits) {}

  // Says whether there is more to ask for.
  bool add(uint64_t candidate) {
    isOver = isOver || candidate == bits;
    if (!isOver && std::find(list.begin(), list.end(), candidate) == list.end())
      list.push_back(candidate);
    return !isOver;
  }
  void addReal(double real) {
    const uint64_t candidate = space.fromReal(0, real);
    if (space.toReal(0, candidate) == real)
      add(candidate);
  }

  std::vector<uint64_t> list;

private:
  const InputSpace &space;
  uint64_t bits;
  bool isOver = false;
};

// The least magnitude that is the same, if all from it on are.
// require: zero is not the same, `magnitude` is
void bisect(uint64_t magnitude, const std::function<bool(uint64_t)> &isSame) {
  uint64_t other = 0;
  while (magnitude - other > 1) {
    const uint64_t middle = other + (magnitude - other) / 2;
    (isSame(middle) ? magnitude : other) = middle;
  }
}

} // namespace

std::vector<uint64_t> simplerValues(const Scalar &scalar, uint64_t bits) {
  const InputSpace space(std::vector<Scalar>{scalar});
  Candidates candidates(space, bits);
  if (!scalar.enumerators.empty()) {
    for (const uint64_t enumerator : scalar.enumerators)
      candidates.add(enumerator);
    return candidates.list;
  }
  const double value = space.toReal(0, bits);
  const double sign = std::signbit(value) ? -1 : 1;
  for (const double simple : kSimplest) {
    candidates.addReal(simple);
    candidates.addReal(-simple);
  }
  for (const double simple : kSimple)
    candidates.addReal(sign * simple);
  if (const FloatLayout layout(scalar.width);
      scalar.isFloat() && layout.isNan(bits))
    candidates.add(layout.quietNan());
  if (scalar.isFloat())
    for (const double round : kRound)
      candidates.addReal(sign * round);
  const bool isFinite = space.fromReal(0, value) == bits;
  if (!scalar.isFloat() || !isFinite)
    return candidates.list;

  if (std::trunc(value) != value) {
    candidates.addReal(std::nearbyint(value));
    candidates.addReal(std::trunc(value));
  }
  for (const int kept : {1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 40}) {
    candidates.addReal(withBits(value, kept));
    candidates.addReal(truncatedToBits(value, kept));
  }
  return candidates.list;
}

Input simplify(const InputSpace &space, Input input,
               const std::function<bool(const Input &)> &isSame,
               unsigned maxTries) {
  unsigned tries = 0;
  bool isChanged = true;
  std::set<Input> others; // that were tried without success
  const auto takes = [&](Input candidate) {
    if (tries == maxTries || others.contains(candidate))
      return false;
    ++tries;
    if (!isSame(candidate)) {
      others.insert(std::move(candidate));
      return false;
    }
    input = std::move(candidate);
    isChanged = true;
    return true;
  };
  const auto holds = [&](size_t i, uint64_t bits) {
    Input candidate = input;
    candidate[i] = space.within(i, bits);
    return takes(std::move(candidate));
  };
  // Of many numbers most do not matter: all at once, then by halves.
  const std::function<void(size_t, size_t)> clear = [&](size_t begin,
                                                        size_t end) {
    Input candidate = input;
    for (size_t i = begin; i < end; ++i)
      candidate[i] = space.within(i, 0);
    if (candidate == input || takes(std::move(candidate)) || end - begin < 2)
      return;
    const size_t middle = begin + (end - begin) / 2;
    clear(begin, middle);
    clear(middle, end);
  };
  if (input.size() >= kMany)
    clear(0, input.size());
  while (isChanged && tries < maxTries) {
    isChanged = false;
    for (size_t i = 0; i < input.size(); ++i) {
      const std::vector<uint64_t> simpler = simplerValues(space[i], input[i]);
      if (std::any_of(simpler.begin(), simpler.end(),
                      [&](uint64_t bits) { return holds(i, bits); }))
        continue;
      const Scalar &scalar = space[i];
      if (scalar.isFloat() || !scalar.enumerators.empty())
        continue;
      const int64_t signedValue = space.ordinal(i, input[i]);
      const bool isNegative =
          scalar.kind == ScalarKind::Signed && signedValue < 0;
      bisect(isNegative ? -static_cast<uint64_t>(signedValue) : input[i],
             [&](uint64_t magnitude) {
               return holds(i,
                            truncateToWidth(isNegative ? -magnitude : magnitude,
                                            scalar.width));
             });
    }
  }
  return input;
}

} // namespace coverme
