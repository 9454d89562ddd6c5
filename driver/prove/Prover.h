// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The interface between those who ask for proofs and the engines that look for
// them.
#ifndef COVERME_DRIVER_PROVE_PROVER_H
#define COVERME_DRIVER_PROVE_PROVER_H

#include "core/InputSpace.h"
#include "execute/Evaluator.h"
#include "prove/Proof.h"
#include "prove/Query.h"

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace coverme {

// Who asks for proofs. A prover knows nothing else of it, nor what its queries
// are for. "It" below is what a query asks about.
class Asker {
public:
  virtual ~Asker() = default;

  // The space of the inputs of a call.
  virtual const InputSpace &inputs() const = 0;

  // Is the query open: no call has done it, and nothing has proved or given it
  // up?
  virtual bool isOpen(const Query &query) const = 0;
  // Has a call done it?
  virtual bool isReached(const Query &query) const = 0;

  // Records the proof that no call does it. If a call has done it already, the
  // proof is refuted, and the run ends in an internal error after its report.
  virtual void close(const Query &query, const Proof &proof) = 0;
  // Have calls done it, none of which returned? Then no proof is looked for.
  virtual bool isReachedWithoutReturn(const Query &query) const = 0;
  // Records that there is nothing left to try.
  virtual void giveUp(const Query &query) = 0;

  // Runs a candidate and returns whether the call came to its end; isReached()
  // then says whether it did what was asked. `isCharged`: the budget counts the
  // call. Otherwise the prover's own effort has to bound such calls.
  virtual bool run(const Input &candidate, bool isCharged) = 0;

  // Runs every input until nothing is open (Evaluator::runAll). nullopt when
  // that was stopped, or if there are inputs that cannot be run.
  // require: there are at most 2^32 inputs
  virtual std::optional<AllRuns> runAll() = 0;

  // A sign of life, for an engine that runs nothing for long.
  virtual void beat() = 0;
  // Does the search want the engine to end?
  virtual bool isStopped() const = 0;
};

class Prover {
public:
  virtual ~Prover() = default;

  // Tries to answer each of the queries, which are ascending, through the
  // asker. They are open; when provers are checked (--check-proofs) they may
  // also be reached, and then a proof is an internal error. `effort` bounds the
  // engine's own steps per query. No clock bounds anything, so that runs can be
  // repeated; but an engine returns soon once asker.isStopped().
  //
  // A proof holds whatever earlier calls have left behind: the search goes on
  // in this process, and a later call that did what is proved impossible would
  // be an internal error.
  virtual void prove(Asker &asker, std::span<const Query> queries,
                     uint64_t effort) = 0;
};

// The provers of a run, in the order in which they are asked.
using Provers = std::vector<std::unique_ptr<Prover>>;

} // namespace coverme

#endif
