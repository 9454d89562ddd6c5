// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is asked of the code under test: "Mathematical Execution" (Fu & Su,
// arXiv 1610.01133, Fig. 7) with the engine as its kernel and a folder below
// goals/ for each question.
#ifndef COVERME_DRIVER_ENGINE_GOAL_H
#define COVERME_DRIVER_ENGINE_GOAL_H

#include "core/Scope.h"
#include "coverme/Distance.h"
#include "coverme/runtime.h"
#include "prove/Query.h"

#include <limits>
#include <memory>
#include <set>
#include <span>
#include <vector>

namespace coverme {

// A target is something that an input may reach. A goal numbers its own from 0.
using TargetId = uint32_t;
constexpr TargetId kNoTarget = std::numeric_limits<TargetId>::max();

// Which probes still record, as targets are closed. It owns the state bytes of
// the object, which the inlined checks of the code under test read.
class Probes {
public:
  virtual ~Probes() = default;

  // The target was reached by a call, given up, or proved infeasible. Closing a
  // target twice does no harm.
  virtual void close(TargetId target, bool wasReached) = 0;
  // Opens the helping targets (Goal::helpers), too.
  virtual void help() = 0;
  // Nothing is left that the goal wants.
  virtual bool allClosed() const = 0;
  // Is a target open at the site, or (withDescendants) behind it?
  virtual bool counts(uint32_t site) const = 0;
  // The open target whose distance r is, if this site was the last to set r.
  virtual TargetId measuredAt(uint32_t site) const = 0;
};

// A list of targets, and what the engine has to know of each. Every target is
// seen at one decision of the code, its site, of which a call records the least
// distances to both outcomes.
class Goal {
public:
  // `program` is kept by reference.
  Goal(const Program &program, Scope scope)
      : program(program), scope(std::move(scope)) {}
  virtual ~Goal() = default;
  Goal(const Goal &) = delete;
  Goal &operator=(const Goal &) = delete;

  // An upper bound of all target numbers, exclusive.
  virtual uint32_t targetCount() const = 0;
  // All targets, ascending: the asked ones, and those that only lie on the way
  // to them.
  virtual std::vector<TargetId> targets() const = 0;
  virtual std::vector<TargetId> asked() const = 0;
  // Targets that are not asked for but help: they are pursued when some of the
  // asked ones are left over. Ascending.
  virtual std::vector<TargetId> helpers() const = 0;
  // The targets at a site of the scope, ascending.
  virtual std::span<const TargetId> targetsAt(uint32_t site) const = 0;
  virtual uint32_t siteOf(TargetId target) const = 0;

  // The distance of a call from the target, given its visit of the target's
  // site: zero exactly if it was reached.
  virtual Rank distance(TargetId target, const coverme_visit &visit) const = 0;

  // A target that is seen in what a call returns, and at no site; kNoTarget:
  // none. It is none of targets().
  virtual TargetId resultTarget() const { return kNoTarget; }
  // The distance of a call from resultTarget(), given its inputs and the bits
  // of its result.
  virtual Rank resultDistance(std::span<const uint64_t> input,
                              uint64_t result) const {
    static_cast<void>(input);
    static_cast<void>(result);
    return 0;
  }

  // Does every call count, however it ends? If not, only calls that end by
  // themselves do, and those that return are preferred.
  virtual bool countsAllCalls() const = 0;

  // The asked targets that need no answer of their own, because of those that
  // were reached.
  virtual std::set<TargetId> spared(const std::set<TargetId> &reached) const {
    static_cast<void>(reached);
    return {};
  }

  // The question for provers: if no call does what it says, no call reaches the
  // target.
  virtual Query query(TargetId target) const = 0;

  // Makes the probes, which from now on write the object's state bytes `states`
  // (one per site). `withDescendants`: a target stays open while anything
  // behind it is open (PLDI'17, Def. 3.2).
  virtual std::unique_ptr<Probes> probe(uint8_t *states,
                                        bool withDescendants) const = 0;

  const Program &program;
  const Scope scope;
};

} // namespace coverme

#endif
