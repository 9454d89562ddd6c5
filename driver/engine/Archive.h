// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known of each target. It lies in shared memory, so that it outlives
// the worker that found it.
#ifndef COVERME_DRIVER_ENGINE_ARCHIVE_H
#define COVERME_DRIVER_ENGINE_ARCHIVE_H

#include "coverme/Distance.h"
#include "engine/Goal.h"
#include "execute/CallLog.h"
#include "prove/Proof.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <span>
#include <vector>

namespace coverme {

struct TargetRecord {
  Rank best;              // least distance seen; valid after a miss
  Rank worst;             // greatest distance seen but the plateau; 0: none
  uint64_t misses;        // calls that reached its site and not the target
  uint64_t spent;         // evaluations of pursuits of this target
  uint64_t reachedAfter;  // evaluations when it was first reached; 0: not
  uint32_t witness;       // 1 + index into the witnesses; 0: not reached
  uint32_t endingWitness; // the same of a call that ended otherwise than by
                          // returning; the target is open yet
  uint32_t minima;        // pursuits that ended in a non-zero minimum
  uint8_t givenUp;        // the paper's heuristic closed it
  uint8_t proved;         // see Archive::proofs
  uint32_t nonReturning;  // calls that reached it and did not return

  static constexpr uint64_t kEnoughMisses = 1000;
  bool isReached() const { return witness != 0 || endingWitness != 0; }
  // A call reached what was proved infeasible: one of the two is wrong.
  bool isRefuted() const {
    return proved != 0 && (isReached() || nonReturning != 0);
  }
  // Was its distance the same in all calls, and were there enough to tell?
  bool isFlat() const { return misses >= kEnoughMisses && worst <= best; }
};

// The first limit on the loop iterations of a call: many more than a function
// of libm takes, and so few that a call that loops for ever costs no more than
// some tens of others.
constexpr uint64_t kFirstFuel = 20'000;

struct ArchiveCounters {
  uint64_t lastGain;   // evaluations when a target was last reached
  uint64_t costToGain; // CallCounters::cost() at that time
  // Evaluations when a target was last reached, or an open one came nearer.
  uint64_t lastProgress;
  uint64_t fuel;    // loop iterations that calls get at first
  uint64_t starved; // calls that used it up
  // Grows while a prover works and no evaluations are made.
  uint64_t proverHeartbeat;
  double proverSeconds; // of their turns that have ended
  uint32_t witnesses;
  // What workers have begun, so that one that follows goes on with what is
  // next: calls that tell how large objects have to be, or set-up calls with
  // which some do, and places of pointers that are tried in turn (0 after the
  // last).
  uint32_t sizingsBegun, placesBegun;
  uint8_t stopRequested;   // by the parent; the search ends at its next call
  uint8_t sizesLearnt;     // plain inputs have been run
  uint8_t placesTried;     // all places have had their turn
  uint8_t earlyProofsDone; // the provers had their first turn
  uint8_t helps;           // helping targets are recorded
  uint8_t searchDone;      // only the provers' last turn is left
  uint8_t isProving;       // a prover has its turn
};

// What was found of the targets of a goal. An input is a row of inputCount
// slots.
class Archive {
public:
  Archive(size_t inputCount, size_t siteCount, size_t targetCount,
          size_t roomCount = 0)
      : calls(inputCount, siteCount, roomCount), counters(1),
        targets(targetCount), proofs(targetCount),
        bestInputs(targetCount * inputCount),
        cutInputs(targetCount * inputCount),
        witnessInputs(mostWitnesses() * inputCount), inputCount(inputCount) {
    count().fuel = kFirstFuel;
    proofs.protect(PROT_READ);
  }
  // Makes an archive for a search whose objects stay as they are, unless
  // limitRooms() says more.
  explicit Archive(const Goal &goal);

  ArchiveCounters &count() const { return counters[0]; }

  std::span<uint64_t> bestInput(TargetId target) const {
    return row(bestInputs, target);
  }
  // The input of the last call that reached the target and did not return.
  // require: targets[target].nonReturning != 0
  std::span<uint64_t> cutInput(TargetId target) const {
    assert(targets[target].nonReturning != 0);
    return row(cutInputs, target);
  }
  std::span<uint64_t> witnessInput(size_t index) const {
    return row(witnessInputs, index);
  }

  // All witnesses, in the order of their discovery.
  std::vector<std::vector<uint64_t>> witnesses() const;

  // Keeps the input as the newest witness. require: it has inputCount slots,
  // and fewer than mostWitnesses() are there
  void addWitness(std::span<const uint64_t> input) const {
    assert(input.size() == inputCount);
    std::copy(input.begin(), input.end(),
              witnessInput(count().witnesses).begin());
    ++count().witnesses;
  }

  // Neither reached, nor given up, nor proved infeasible.
  bool isOpen(TargetId target) const {
    const TargetRecord &record = targets[target];
    return record.witness == 0 && record.givenUp == 0 && record.proved == 0;
  }

  // Takes up what a search has found with another plan of the same entry: one
  // without set-up calls, or with smaller objects. `widened` makes an input of
  // that plan one of this plan. Nearest misses are not taken up, as an input
  // that came near there need not do so here.
  // require: this archive is empty; targets have the same numbers in both
  void
  takeUp(const Archive &plain,
         const std::function<std::vector<uint64_t>(std::span<const uint64_t>)>
             &widened);

  // No target counts as reached any more, and no input is a witness.
  void forgetReached() const;

  // Puts every index and count within its bounds. The parent calls this when a
  // worker has ended: the code under test may have written over all of the
  // archive but the proofs.
  void repair() const {
    calls.repair();
    ArchiveCounters &counts = count();
    counts.fuel = std::max(counts.fuel, kFirstFuel);
    counts.costToGain = std::min(counts.costToGain, calls.count().cost());
    counts.witnesses =
        std::min(counts.witnesses, static_cast<uint32_t>(mostWitnesses()));
    for (TargetId target = 0; target < targets.size(); ++target) {
      TargetRecord &record = targets[target];
      record.proved = proofs[target].engine != ProofEngine::None;
      for (uint32_t *witness : {&record.witness, &record.endingWitness})
        if (*witness > counts.witnesses)
          *witness = 0;
      for (uint64_t *number : {&record.spent, &record.reachedAfter})
        *number = std::min(*number, calls.count().evaluations);
    }
  }

  // Records a proof. If a call has reached the target, too, the proof is
  // refuted (TargetRecord::isRefuted).
  void addProof(TargetId target, const Proof &proof) const {
    proofs.protect(PROT_READ | PROT_WRITE);
    ProofRecord &record = proofs[target];
    record.boxes = proof.boxes;
    record.seconds = proof.seconds;
    record.setReason(proof.reason);
    record.engine = proof.engine;
    proofs.protect(PROT_READ);
    targets[target].proved = 1;
  }

  CallLog calls;

private:
  // Up to two witnesses for each target (one that returns and one that does
  // not), and one input that reaches none.
  size_t mostWitnesses() const { return 2 * targets.size() + 1; }

  std::span<uint64_t> row(const SharedArray<uint64_t> &array,
                          size_t index) const {
    assert((index + 1) * inputCount <= array.size());
    return {array.data() + index * inputCount, inputCount};
  }

  SharedArray<ArchiveCounters> counters;

public:
  SharedArray<TargetRecord> targets;
  SharedArray<ProofRecord> proofs; // by target; writable in addProof alone

private:
  SharedArray<uint64_t> bestInputs;
  SharedArray<uint64_t> cutInputs;
  SharedArray<uint64_t> witnessInputs;
  size_t inputCount;
};

// Records a call that did not end by itself and may have ended its worker: the
// goal says whether it reached the targets on its way, or is only counted.
void recordNonReturning(const Goal &goal, const Archive &archive);

} // namespace coverme

#endif
