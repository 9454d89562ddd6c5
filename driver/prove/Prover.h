// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Between those who ask for proofs and the engines that look for them.
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

// Who asks. A prover knows nothing else of it, nor what its queries are for.
class Asker {
public:
  virtual ~Asker() = default;

  // The numbers that a call takes.
  virtual const InputSpace &inputs() const = 0;

  // Has no call done it, and is there no answer?
  virtual bool isOpen(const Query &query) const = 0;
  // Has a call done it?
  virtual bool isReached(const Query &query) const = 0;

  // Keeps the answer that no call does it.
  // Throws Error(Internal) if one did.
  virtual void close(const Query &query, const Proof &proof) = 0;
  // Have calls done it, of which none returned? Then there is no proof.
  virtual bool isReachedWithoutReturn(const Query &query) const = 0;
  // Nothing is left to try.
  virtual void giveUp(const Query &query) = 0;

  // Runs a candidate; says whether the call came to its end. isReached then
  // tells whether it was one. The asker's budget counts it if `isCharged`; else
  // the prover's own effort bounds such calls.
  virtual bool run(const Input &candidate, bool isCharged) = 0;

  // Runs every input, until nothing is open: Evaluator::runAll. Nothing when
  // that stopped, or if there are inputs that cannot be run.
  // require: there are at most 2^32.
  virtual std::optional<AllRuns> runAll() = 0;

  // A sign of life, for an engine that runs nothing for long.
  virtual void beat() = 0;
  // The engine is to come to its end.
  virtual bool isStopped() const = 0;
};

class Prover {
public:
  virtual ~Prover() = default;

  // Tries each of the queries, which are ascending: answers through the asker.
  // They are open; to check the prover they may be reached, of which a proof is
  // an internal error. `effort` bounds the engine's own steps per query; a
  // clock bounds nothing, so that runs can be repeated, but an engine returns
  // soon once asker.isStopped().
  //
  // A proof holds whatever earlier calls have left behind: the search goes on
  // in this process, and a later call that did what is proved impossible would
  // be an internal error.
  virtual void prove(Asker &asker, std::span<const Query> queries,
                     uint64_t effort) = 0;
};

// In the order in which they are asked.
using Provers = std::vector<std::unique_ptr<Prover>>;

} // namespace coverme

#endif
