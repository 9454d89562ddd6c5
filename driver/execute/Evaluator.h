// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs an input, and says how that ended and what the probes saw.
#ifndef COVERME_DRIVER_EXECUTE_EVALUATOR_H
#define COVERME_DRIVER_EXECUTE_EVALUATOR_H

#include "core/InputSpace.h"
#include "coverme/Distance.h"
#include "coverme/runtime.h"
#include "execute/Outcome.h"

#include <functional>
#include <optional>
#include <span>

namespace coverme {

// How many inputs were run, and how many calls did not return.
struct AllRuns {
  uint64_t inputs = 0;
  uint64_t unreturned = 0;
};

class Evaluator {
public:
  virtual ~Evaluator() = default;

  // Runs one input. `input` has all slots of the plan. `fuel` limits the loop
  // iterations of the call; the limit of the options holds as well. May end
  // this process where calls hold all the memory that they may.
  virtual CallEnd run(const Input &input, uint64_t fuel) = 0;
  CallEnd run(const Input &input) { return run(input, UINT64_MAX); }

  // Of the last call:

  // What the last call returned and wrote, if it has returned: the bits of its
  // result, then one slot for each of the plan's outputs.
  virtual std::span<const uint64_t> outputs() const = 0;
  // The sites that it reached and whose state byte is not zero, in the order of
  // first visits; and what it did at a site (null if it did not reach that).
  virtual std::span<const uint32_t> visitedSites() const = 0;
  virtual const coverme_visit *visitOf(uint32_t site) const = 0;
  // FOO_R (PLDI'17, Def. 4.2), and the site that set it last or
  // COVERME_NO_SITE.
  virtual Rank r() const = 0;
  virtual uint32_t rSite() const = 0;

  // Did it keep to the objects that pointers lead to? What lies ahead of an
  // object can be touched unnoticed, and only a second call with the same
  // inputs tells; after that, the last call is the second one.
  virtual bool keptToObjects() { return true; }

  // Runs every input of the space in order, for as long as `goesOn` returns
  // true. Only inputs whose calls reach an open target, or do not return, are
  // given to `onHit`, which may run them again and returns whether any other
  // input is of interest. nullopt when it was stopped, or when a call has run
  // out of fuel: nobody knows what it would have reached.
  virtual std::optional<AllRuns>
  runAll(const InputSpace &inputs, const std::function<bool()> &goesOn,
         const std::function<bool(const Input &)> &onHit) = 0;

  // One byte per site (COVERME_STATE_*) that says what the probes record.
  virtual uint8_t *states() const = 0;
  virtual uint32_t distanceMode() const = 0;
};

} // namespace coverme

#endif
