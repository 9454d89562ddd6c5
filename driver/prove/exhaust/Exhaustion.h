// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A proof by running every input there is.
#ifndef COVERME_DRIVER_PROVE_EXHAUST_EXHAUSTION_H
#define COVERME_DRIVER_PROVE_EXHAUST_EXHAUSTION_H

#include "prove/Prover.h"

#include <functional>
#include <optional>

namespace coverme {

// Runs all inputs of an entry that is self-contained, where there are at most
// 2^32: every bit pattern of numbers and enums, whatever the enumerators are,
// and 0 and 1 for a bool. What none of them takes is proved infeasible.
//
// A call that ends by a signal takes nothing more, so it refutes only what it
// took before; that stays open, since no call that returns takes it. But of a
// call that is cut because it loops, nobody knows what would follow: then
// nothing is proved.
class Exhaustion final : public Prover {
public:
  // Up to `soon` inputs are run when first asked; more of them, up to `most`,
  // when asked again, as the search needs far fewer calls to cover what it
  // can.
  // `isToldByRuns`: as EntryCode says.
  // `entry` is kept by reference.
  Exhaustion(const Function &entry, uint64_t soon, uint64_t most,
             std::function<bool()> isToldByRuns)
      : entry(entry), soon(soon), most(most),
        isToldByRuns(std::move(isToldByRuns)) {}

  void prove(Asker &asker, std::span<const Query> queries,
             uint64_t effort) override;

private:
  const Function &entry;
  uint64_t soon, most;
  std::function<bool()> isToldByRuns;
  bool wasAsked = false;
  bool wasRun = false;
};

// The number of inputs; nullopt above 2^32.
std::optional<uint64_t> countInputs(const InputSpace &inputs);

} // namespace coverme

#endif
