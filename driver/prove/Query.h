// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is asked of provers.
#ifndef COVERME_DRIVER_PROVE_QUERY_H
#define COVERME_DRIVER_PROVE_QUERY_H

#include <compare>
#include <cstdint>

namespace coverme {

// May a call come to a decision and find its condition to be this? The site is
// one of the object's, of the entry or of a function that it calls. An answer
// is a proof that no call does, or an input that may.
struct Query {
  uint32_t site = 0;
  bool outcome = false;

  auto operator<=>(const Query &) const = default;
};

} // namespace coverme

#endif
