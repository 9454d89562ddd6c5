// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a search has found, in memory that survives the worker it runs in.
#ifndef COVERME_DRIVER_SEARCH_SEARCHSTATE_H
#define COVERME_DRIVER_SEARCH_SEARCHSTATE_H

#include "coverme/Distance.h"
#include "prove/Proof.h"
#include "search/InputSpace.h"
#include "worker/SharedArray.h"

#include <algorithm>
#include <csignal>
#include <span>

namespace coverme {

enum class FindingKind : uint32_t {
  Signal,           // code: its number
  OutOfFuel,        // a loop that takes long, or does not end
  Hang,             // no loop of ours, yet no end
  Exit,             // the code under test ended the process; code: its status
  StackOverflow,    // recursion without end, as a rule
  OutOfMemory,      // allocates without end
  Jump,             // longjmp to a place outside of the call
  Exception,        // a C++ exception leaves the entry
  Process,          // starts a process, or sends a signal to another one
  Corruption,       // the worker died after the call had returned; code: signal
  FloatEnvironment, // returns with another rounding mode or exception mask
  Signals,          // returns with signals treated otherwise, or a timer set
  EndlessLoop,      // a loop in which the same state came twice
};

struct Finding {
  FindingKind kind;
  int32_t code;
  uint32_t
      site; // the last one visited that is not saturated; COVERME_NO_SITE: none
};

struct BranchRecord {
  Rank best;        // least distance seen; valid after a miss
  Rank worst;       // greatest distance seen but the plateau; 0: none
  uint64_t misses;  // calls that reached its site without taking it
  uint64_t spent;   // evaluations of pursuits of this branch
  uint32_t witness; // 1 + index into the witnesses; 0: not covered
  uint32_t minima;  // pursuits that ended in a non-zero minimum
  uint8_t givenUp;  // the paper's heuristic closed it
  uint8_t proved;   // see SearchState::proofs
  uint32_t vain;    // calls that took it and did not return

  // Has its distance been the same, always and in enough calls to tell?
  static constexpr uint64_t kEnoughMisses = 1000;
  bool isFlat() const { return misses >= kEnoughMisses && worst <= best; }
};

// A worker ends itself when calls hold all the memory that they may. What
// earlier ones have leaked may be what is missing: then the next worker begins
// with the call that failed, which is at fault if it was the first one.
enum class FullWorker : uint8_t { No, ByLeaks, ByLastCall };

struct SearchCounters {
  uint64_t evaluations;
  uint64_t lastGain;     // evaluations when the last new branch was found
  uint64_t lastProgress; // the same, or an uncovered branch came nearer
  uint64_t surcharge; // what calls that did not return cost the budget beyond
                      // their one evaluation
  uint64_t uncharged; // evaluations that the budget does not count
  uint64_t accepted;  // calls that fulfilled the assumption and ended
  uint64_t pulse;     // grows while a prover works without any
  uint32_t deadly;    // inputs that ended a worker
  uint32_t witnesses;
  uint32_t findings;
  uint8_t stopRequested;   // by the parent; the search ends at its next call
  uint8_t earlyProofsDone; // the provers had their first turn
  uint8_t searchDone;      // what is left is the provers' last turn
  FullWorker fullWorker;   // set by a worker that ends itself
};

// require: indices are branch numbers of the object, inputs have
// inputCount scalars.
class SearchState {
public:
  static constexpr size_t kMaxFindings = 64;
  // Each costs a restart of the worker, about two milliseconds; code that ends
  // its process on so many different inputs will do so on more.
  static constexpr size_t kMaxDeadly = 50;

  SearchState(size_t inputCount, size_t siteCount)
      : counters(1), session(1), visits(siteCount), touched(siteCount),
        branches(2 * siteCount), proofs(2 * siteCount), findings(kMaxFindings),
        current(inputCount), bestInputs(2 * siteCount * inputCount),
        witnessInputs((2 * siteCount + 1) * inputCount),
        findingInputs(kMaxFindings * inputCount),
        deadlyInputs(kMaxDeadly * inputCount), inputCount(inputCount) {
    session[0].visits = visits.data();
    session[0].touched = touched.data();
    proofs.protect(PROT_READ);
  }

  SearchCounters &count() const { return counters[0]; }
  coverme_session &sessionRecord() const { return session[0]; }

  std::span<uint64_t> bestInput(BranchId branch) const {
    return row(bestInputs, branch);
  }
  std::span<uint64_t> witnessInput(size_t index) const {
    return row(witnessInputs, index);
  }
  std::span<uint64_t> findingInput(size_t index) const {
    return row(findingInputs, index);
  }

  std::span<uint64_t> deadlyInput(size_t index) const {
    return row(deadlyInputs, index);
  }

  // Keeps the input of the last call, which ended its worker.
  // require: fewer than kMaxDeadly are there.
  void addDeadly() {
    std::copy(current.begin(), current.end(),
              deadlyInput(count().deadly).begin());
    ++count().deadly;
  }

  // Counts what the last call took, and did not return from.
  void noteVain() const {
    const coverme_session &last = session[0];
    const size_t count = std::min<size_t>(last.touchedCount, visits.size());
    for (size_t i = 0; i < count; ++i)
      for (const bool taken : {false, true}) {
        const uint32_t site = touched[i];
        if (site < visits.size() && visits[site].distance[taken] == 0)
          ++branches[branchOf(site, taken)].vain;
      }
  }

  // What the last call met last of the sites that count; COVERME_NO_SITE: none.
  uint32_t lastSite() const {
    const uint32_t count = session[0].touchedCount;
    const uint32_t site = count != 0 && count <= touched.size()
                              ? touched[count - 1]
                              : COVERME_NO_SITE;
    return site < visits.size() ? site : COVERME_NO_SITE;
  }

  // For the parent, when a worker has ended: the code under test may have
  // written over all of this but the proofs. Puts right what is read as an
  // index, a count, a pointer or an enumeration.
  void repair() const {
    SearchCounters &counts = count();
    const auto sites = static_cast<uint32_t>(visits.size());
    counts.witnesses = std::min(counts.witnesses, 2 * sites + 1);
    counts.findings = std::min<uint32_t>(counts.findings, kMaxFindings);
    counts.deadly = std::min<uint32_t>(counts.deadly, kMaxDeadly);
    if (counts.fullWorker > FullWorker::ByLastCall)
      counts.fullWorker = FullWorker::No;
    session[0].visits = visits.data();
    session[0].touched = touched.data();
    session[0].touchedCount = std::min(session[0].touchedCount, sites);
    for (BranchId branch = 0; branch < branches.size(); ++branch) {
      BranchRecord &record = branches[branch];
      record.proved = proofs[branch].engine != ProofEngine::None;
      if (record.witness > counts.witnesses)
        record.witness = 0;
    }
    for (uint32_t i = 0; i < counts.findings; ++i)
      if (findings[i].kind > FindingKind::EndlessLoop)
        findings[i] = {FindingKind::Corruption, SIGSEGV, COVERME_NO_SITE};
  }

  // require: no call took the branch.
  void addProof(BranchId branch, ProofEngine engine, uint64_t boxes,
                double seconds, std::string_view reason) const {
    proofs.protect(PROT_READ | PROT_WRITE);
    ProofRecord &record = proofs[branch];
    record.boxes = boxes;
    record.seconds = seconds;
    record.setReason(reason);
    record.engine = engine;
    proofs.protect(PROT_READ);
    branches[branch].proved = 1;
  }

  // Keeps a finding with its input, unless one of its kind and place is there
  // already or there are too many.
  void addFinding(const Finding &finding, std::span<const uint64_t> input) {
    SearchCounters &counts = count();
    for (size_t i = 0; i < counts.findings; ++i)
      if (findings[i].kind == finding.kind &&
          findings[i].code == finding.code && findings[i].site == finding.site)
        return;
    if (counts.findings == kMaxFindings)
      return;
    findings[counts.findings] = finding;
    std::copy(input.begin(), input.end(),
              findingInput(counts.findings).begin());
    ++counts.findings;
  }

private:
  SharedArray<SearchCounters> counters;
  SharedArray<coverme_session> session;
  SharedArray<coverme_visit> visits;
  SharedArray<uint32_t> touched;

public:
  SharedArray<BranchRecord> branches; // by BranchId
  SharedArray<ProofRecord> proofs;    // by BranchId; writable in addProof alone
  SharedArray<Finding> findings;
  SharedArray<uint64_t> current; // the input of the call that is running

private:
  std::span<uint64_t> row(const SharedArray<uint64_t> &array,
                          size_t index) const {
    return {array.data() + index * inputCount, inputCount};
  }

  SharedArray<uint64_t> bestInputs;
  SharedArray<uint64_t> witnessInputs;
  SharedArray<uint64_t> findingInputs;
  SharedArray<uint64_t> deadlyInputs;
  size_t inputCount;
};

} // namespace coverme

#endif
