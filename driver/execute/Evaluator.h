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

  // `input` has all slots of the plan. `fuel` are the loop iterations that the
  // call may take, of which no call gets more than all that there are. May end
  // this process where calls hold all the memory that they may.
  virtual CallEnd run(const Input &input, uint64_t fuel) = 0;
  CallEnd run(const Input &input) { return run(input, UINT64_MAX); }

  // Of the last call:

  // What it returned and wrote, when it has returned: the result, then the
  // plan's outputs.
  virtual std::span<const uint64_t> outputs() const = 0;
  // The sites whose state is not zero that it reached, in the order of first
  // visits, and what it did there; nothing for another site.
  virtual std::span<const uint32_t> visitedSites() const = 0;
  virtual const coverme_visit *visitOf(uint32_t site) const = 0;
  // FOO_R (PLDI'17, Def. 4.2), and the site that set it last or
  // COVERME_NO_SITE.
  virtual Rank r() const = 0;
  virtual uint32_t rSite() const = 0;

  // Did it keep to the objects that pointers lead to? It may touch what lies
  // ahead of one, which only a second call with the same inputs tells; from
  // then on, what is known of the last call is of that one.
  virtual bool keptToObjects() { return true; }

  // Runs every input of the space, counting like an odometer, for as long as
  // `goesOn` says, and fast: only calls that reach an open target, or do not
  // return, are given to `onHit`, which runs them again as it likes and says
  // whether any other is of interest. Nothing when it was stopped, or when a
  // call has run out of fuel: nobody knows what it would have reached.
  virtual std::optional<AllRuns>
  runAll(const InputSpace &inputs, const std::function<bool()> &goesOn,
         const std::function<bool(const Input &)> &onHit) = 0;

  // A byte per site (COVERME_STATE_*): what the probes record.
  virtual uint8_t *states() const = 0;
  virtual uint32_t distanceMode() const = 0;
};

} // namespace coverme

#endif
