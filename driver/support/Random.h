// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The only source of randomness. Boost.Random, whose engines and distributions
// give the same numbers on every platform, unlike those of <random>.
#ifndef COVERME_DRIVER_SUPPORT_RANDOM_H
#define COVERME_DRIVER_SUPPORT_RANDOM_H

#include <boost/random/mersenne_twister.hpp>
#include <boost/random/normal_distribution.hpp>
#include <boost/random/uniform_01.hpp>
#include <boost/random/uniform_int_distribution.hpp>

#include <cassert>
#include <cstdint>

namespace coverme {

class Random {
public:
  explicit Random(uint64_t seed) : engine(seed) {}

  // 64 independent bits.
  uint64_t bits() { return engine(); }

  // Uniform in [0, bound). require: bound > 0.
  uint64_t below(uint64_t bound) {
    assert(bound > 0);
    return boost::random::uniform_int_distribution<uint64_t>(0,
                                                             bound - 1)(engine);
  }

  // Uniform in [0, 1).
  double unit() { return boost::random::uniform_01<double>()(engine); }

  // Mean zero, standard deviation one.
  double normal() {
    return boost::random::normal_distribution<double>()(engine);
  }

private:
  boost::random::mt19937_64 engine;
};

} // namespace coverme

#endif
