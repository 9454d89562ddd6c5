// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimise/HillClimbing.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace coverme {
namespace {

// Moved by 2^shift ordinals, up or down, wrapped around at the ends.
uint64_t moved(const InputSpace &space, size_t i, uint64_t bits, uint64_t shift,
               Random &random) {
  const auto low = static_cast<uint64_t>(space.lowest(i));
  const uint64_t range = static_cast<uint64_t>(space.highest(i)) - low;
  const uint64_t size = uint64_t{1} << shift;
  const uint64_t step = random.below(2) != 0 ? size : 0 - size;
  const uint64_t offset =
      static_cast<uint64_t>(space.ordinal(i, bits)) - low + step;
  return space.fromOrdinal(
      i, static_cast<int64_t>(
             low + (range == UINT64_MAX ? offset : offset % (range + 1))));
}

// A float cut to its first mantissa bits.
uint64_t cut(const Scalar &scalar, uint64_t bits, uint64_t kept) {
  const uint64_t all = FloatLayout(scalar.width).mantissaBits;
  const uint64_t dropped = all - std::min(kept, all);
  return bits >> dropped << dropped;
}

// The same value up to sign and a few ordinals.
void copyFromAnother(const InputSpace &space, Input &x, size_t i,
                     Random &random) {
  const size_t j = random.below(x.size());
  if (!(space[j] == space[i]))
    return;
  x[i] = x[j];
  if (space[i].isFloat() && random.below(4) == 0)
    x[i] ^= uint64_t{1} << (space[i].width - 1);
  if (random.below(2) == 0)
    x[i] = moved(space, i, x[i], random.below(3), random);
}

// Cuts all floats to as many mantissa bits, multiplies all by one number, or
// adds one to all.
void moveTogether(const InputSpace &space, Input &x, Random &random) {
  const uint64_t kind = random.below(4);
  const uint64_t kept = random.below(53);
  const double exact = std::ldexp(1.0, static_cast<int>(random.below(17)) - 8);
  const double amount = random.below(2) != 0 ? exact : random.normal() * exact;
  for (size_t i = 0; i < x.size(); ++i) {
    if (!space[i].isFloat())
      continue;
    const double value = space.toReal(i, x[i]);
    if (kind == 0)
      x[i] = cut(space[i], x[i], kept);
    else
      x[i] = space.fromReal(i, kind == 1 ? value + amount : value * amount);
  }
}

// Drops one scalar of a run of one type and moves those behind it up, or makes
// room for one: samples that come earlier or later.
void moveAlong(const InputSpace &space, Input &x, Random &random) {
  const size_t from = random.below(x.size());
  const bool forward = random.below(2) != 0;
  for (size_t i = from; forward && i + 1 < x.size(); ++i)
    if (space[i] == space[i + 1])
      x[i] = x[i + 1];
  for (size_t i = x.size() - 1; !forward && i > from; --i)
    if (space[i] == space[i - 1])
      x[i] = x[i - 1];
}

void mutateScalar(const InputSpace &space, const StartPoints &starts, Input &x,
                  size_t i, Random &random) {
  switch (random.below(5)) {
  case 0:
  case 1:
    x[i] = starts.drawScalar(i, random);
    break;
  case 2:
    copyFromAnother(space, x, i, random);
    break;
  case 3:
    x[i] = moved(space, i, x[i], random.below(space[i].width), random);
    break;
  default: {
    const double value = space.toReal(i, x[i]);
    if (!space[i].isFloat())
      x[i] = moved(space, i, x[i], 0, random);
    else if (random.below(2) != 0)
      x[i] = cut(space[i], x[i], random.below(53));
    else
      x[i] = space.fromReal(i, value + random.normal() * std::fabs(value));
  }
  }
}

} // namespace

void mutate(const InputSpace &space, const StartPoints &starts, Input &x,
            Random &random) {
  assert(!x.empty());
  if (x.size() > 1 && random.below(8) == 0) {
    if (random.below(2) != 0)
      moveTogether(space, x, random);
    else
      moveAlong(space, x, random);
    return;
  }
  do
    mutateScalar(space, starts, x, random.below(x.size()), random);
  while (random.below(2) == 0);
}

Rank HillClimbing::minimise(Problem &problem, Input &x,
                            uint64_t maxEvaluations) {
  const uint64_t patience = x.empty() ? 0 : 100 + 50 * x.size();
  Rank best = problem.evaluate(x);
  uint64_t idle = 0;
  Input candidate;
  for (uint64_t k = 1;
       k < maxEvaluations && idle < patience && best != 0 && !problem.isDone();
       ++k) {
    candidate = x;
    mutate(problem.inputs(), starts, candidate, random);
    const Rank rank = problem.evaluate(candidate);
    ++idle;
    if (rank < best)
      idle = 0;
    if (rank <= best) {
      best = rank;
      x.swap(candidate);
    }
  }
  return best;
}

} // namespace coverme
