// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where searches begin: values that numerical code tells apart, and random
// ones of the shapes that it tends to look at (docs/algorithm.md).
#ifndef COVERME_DRIVER_OPTIMISE_STARTPOINTS_H
#define COVERME_DRIVER_OPTIMISE_STARTPOINTS_H

#include "core/InputSpace.h"
#include "options/Options.h"
#include "support/Random.h"

#include <optional>
#include <vector>

namespace coverme {

class StartPoints {
public:
  // `constants` are those of the code under test. `random` orders values of
  // equal rank, so that the seed decides which of them becomes a witness.
  // `components` says which kinds of values and shapes to use.
  StartPoints(const InputSpace &space, const std::vector<Constant> &constants,
              const SearchComponents &components, Random &random);

  // The fixed list, specials first, then the code's constants: with one scalar
  // all of its values, else the cross product of the first two scalars'
  // values, which the other scalars repeat; without scalars it is empty. The
  // inputs are made one by one; nullopt at the end. Keeps the starting points
  // by reference.
  class Fixed {
  public:
    explicit Fixed(const StartPoints &starts) : starts(starts) {}
    std::optional<Input> next();

  private:
    const StartPoints &starts;
    size_t sum = 0, first = 0; // by diagonals, so that specials meet early
  };

  // A random input: each scalar drawn from its values, from uniform bits, from
  // uniform exponents with sparse mantissas, near small numbers, or tied to an
  // earlier scalar (equal, negated, of the same exponent).
  Input draw(Random &random) const;

  // A random input as tests by hand have it: small whole numbers that are not
  // negative, and floats near one.
  Input drawPlain(Random &random) const;

  // A random input whose numbers are of one magnitude, as those of one picture,
  // rectangle or matrix are: whole in half of the draws, and not negative in
  // half of them.
  Input drawOfOneMagnitude(Random &random) const;

  // One scalar of a random input, untied.
  uint64_t drawScalar(size_t i, Random &random) const;

private:
  uint64_t drawFloat(size_t i, Random &random) const;

  const InputSpace &space;
  std::vector<std::vector<uint64_t>> values; // by scalar, specials first
  bool hasShapes;
};

} // namespace coverme

#endif
