// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What calls of the code under test leave behind, in memory that survives the
// worker that makes them.
#ifndef COVERME_DRIVER_EXECUTE_CALLLOG_H
#define COVERME_DRIVER_EXECUTE_CALLLOG_H

#include "coverme/runtime.h"
#include "coverme/texts.h"
#include "execute/SharedArray.h"

#include <algorithm>
#include <cassert>
#include <csignal>
#include <span>

namespace coverme {

enum class FindingKind : uint32_t {
  Signal,           // code: its number
  OutOfFuel,        // a loop that takes long, or does not end
  Hang,             // no loop of ours, yet no end
  Exit,             // it ended the process behind our back; code: its status
  StackOverflow,    // recursion without end, as a rule
  OutOfMemory,      // allocates without end
  Jump,             // longjmp to a place outside of the call
  Assertion,        // one of the code's own fails
  Process,          // starts a process, or sends a signal to another one
  Corruption,       // the worker died after the call had returned; code: signal
  FloatEnvironment, // returns with another rounding mode or exception mask
  Signals,          // returns with signals treated otherwise, or a timer set
  Starved,          // a suspicion: a call that got little fuel has used it up
  EndlessLoop,      // a loop in which the same state came twice
};

struct Finding {
  FindingKind kind;
  int32_t code;
  uint32_t
      site; // the last one visited that is not saturated; COVERME_NO_SITE: none
};

// A worker ends itself when calls hold all the memory that they may. What
// earlier ones have leaked may be what is missing: then the next worker begins
// with the call that failed, which is at fault if it was the first one.
enum class FullWorker : uint8_t { No, ByLeaks, ByLastCall };

// An object that a harness makes; sizes and places are in bytes.
struct RoomRecord {
  // How large it may become for plain inputs, for calls that take an open
  // branch, and for any call. 0: its size is known; kStays: its size is a
  // guess, but it may not grow.
  uint64_t plainLimit, openLimit, limit;
  static constexpr uint64_t kStays = 1;
  uint64_t wanted; // the size that calls want, within the limit; 0: none
  // More bytes that calls want ahead of it; and how many they may want.
  uint64_t wantedAhead, aheadLimit;
  uint64_t tooFar;  // the least that calls wanted which went too far; 0: none
  int64_t beyond;   // the farthest place at which a call was ended; 0: none
  bool isGiven;     // its size is known; watched on both sides unless owned
  bool mayBeOwned;  // it may come from the heap instead
  bool isGivenBack; // the code gives it back, so it has to
};

// Where a call went beyond an object last.
struct Overrun {
  uint32_t room = 0; // 1 + its index; 0: nowhere
  bool isWrite = false;
  int64_t offset = 0; // in bytes, from its begin
};

struct CallCounters {
  uint64_t evaluations;
  uint64_t takenUp; // of these, made by an earlier search
  // What calls that did not return cost the budget beyond their one evaluation.
  uint64_t surcharge;
  uint64_t uncharged; // evaluations that the budget does not count
  uint64_t accepted;  // calls that fulfilled the assumption and ended
  uint64_t returned;  // those of them that returned
  uint32_t crashing;  // inputs that ended a worker
  uint32_t findings;
  FullWorker fullWorker; // set by a worker that ends itself
  // The inputs now are plain ones, and the object sizes that they want are
  // typical.
  uint8_t isPlain;
  // A call wants a larger object that it may get, or makes allocations that may
  // fail from the next search on.
  uint8_t wantsRoom;
  uint8_t mayFail;          // may allocations fail in a next search?
  uint8_t mayTakeVariables; // may a next search have variables as inputs?
  uint8_t wantsVariables;   // a call wants such a search
  uint8_t mayTakeResults;   // may a next search have more results of functions
                            // made up as inputs?
  // Those that calls have used up the results of (COVERME_USED_UP_STUBS).
  uint64_t usedUpStubs;
  uint32_t allocations; // the most that one call has made

  // The evaluations of this search alone.
  uint64_t ownEvaluations() const { return evaluations - takenUp; }
  // What the budget is charged with, in evaluations.
  uint64_t cost() const { return evaluations - uncharged + surcharge; }
};

// The log of the calls of one plan, whose inputs have `inputCount` slots, and
// whose harness makes `roomCount` objects. Of `siteCount` sites, the hooks
// record visits.
class CallLog {
public:
  static constexpr size_t kMaxFindings = 64;
  // Each costs a restart of the worker, about two milliseconds; code that ends
  // its process on so many different inputs will do so on more.
  static constexpr size_t kMaxCrashing = 400;

  CallLog(size_t inputCount, size_t siteCount, size_t roomCount = 0)
      : counters(1), session(1), visits(siteCount), touched(siteCount),
        lastOverrun(1), texts(1), findings(kMaxFindings), current(inputCount),
        rooms(roomCount), findingInputs(kMaxFindings * inputCount),
        crashingInputs(kMaxCrashing * inputCount) {
    session[0].visits = visits.data();
    session[0].touched = touched.data();
  }

  CallCounters &count() const { return counters[0]; }
  coverme_session &sessionRecord() const { return session[0]; }
  Overrun &overrun() const { return lastOverrun[0]; }
  coverme_texts &comparedTexts() const { return texts[0]; }

  std::span<uint64_t> findingInput(size_t index) const {
    return row(findingInputs, index);
  }
  std::span<uint64_t> crashingInput(size_t index) const {
    return row(crashingInputs, index);
  }

  // Keeps the input of the last call, which ended its worker.
  // require: fewer than kMaxCrashing are there.
  void addCrashing() {
    assert(count().crashing < kMaxCrashing);
    std::copy(current.begin(), current.end(),
              crashingInput(count().crashing).begin());
    ++count().crashing;
  }

  // The sites that the last call touched. The numbers of sites may be anything
  // if the code under test has written there; their count is within bounds.
  std::span<const uint32_t> touchedSites() const {
    return {touched.data(),
            std::min<size_t>(session[0].touchedCount, touched.size())};
  }

  // May an object be enlarged?
  bool canGrow() const {
    return std::any_of(rooms.data(), rooms.data() + rooms.size(),
                       [](const RoomRecord &room) {
                         return room.plainLimit > RoomRecord::kStays;
                       });
  }

  // What the last call did at the site; null if it did not come there.
  const coverme_visit *visitOf(uint32_t site) const {
    return site < visits.size() && visits[site].epoch == session[0].epoch
               ? &visits[site]
               : nullptr;
  }

  // The last site that the last call touched; COVERME_NO_SITE: it touched none.
  uint32_t lastSite() const {
    const uint32_t count = session[0].touchedCount;
    const uint32_t site = count != 0 && count <= touched.size()
                              ? touched[count - 1]
                              : COVERME_NO_SITE;
    return site < visits.size() ? site : COVERME_NO_SITE;
  }

  // For the parent, when a worker has ended: the code under test may have
  // written over all of this. Puts right what is read as an index, a count, a
  // pointer or an enumeration.
  void repair() const {
    CallCounters &counts = count();
    counts.findings = std::min<uint32_t>(counts.findings, kMaxFindings);
    counts.crashing = std::min<uint32_t>(counts.crashing, kMaxCrashing);
    if (counts.fullWorker > FullWorker::ByLastCall)
      counts.fullWorker = FullWorker::No;
    constexpr uint32_t kMostAllocations = 1 << 24; // that a call can make
    if (counts.wantsRoom > 1 || counts.allocations > kMostAllocations)
      counts.wantsRoom = counts.allocations = 0;
    session[0].visits = visits.data();
    session[0].touched = touched.data();
    session[0].touchedCount =
        std::min(session[0].touchedCount, static_cast<uint32_t>(visits.size()));
    for (uint32_t i = 0; i < counts.findings; ++i)
      if (findings[i].kind > FindingKind::EndlessLoop)
        findings[i] = {FindingKind::Corruption, SIGSEGV, COVERME_NO_SITE};
  }

  // Keeps a finding with its input, unless one of its kind and place is there
  // already or there are too many.
  void addFinding(const Finding &finding, std::span<const uint64_t> input) {
    CallCounters &counts = count();
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
  std::span<uint64_t> row(const SharedArray<uint64_t> &array,
                          size_t index) const {
    return {array.data() + index * current.size(), current.size()};
  }

  SharedArray<CallCounters> counters;
  SharedArray<coverme_session> session;
  SharedArray<coverme_visit> visits;
  SharedArray<uint32_t> touched;
  SharedArray<Overrun> lastOverrun;
  SharedArray<coverme_texts> texts;

public:
  SharedArray<Finding> findings;
  SharedArray<uint64_t> current; // the input of the call that is running
  SharedArray<RoomRecord> rooms;

private:
  SharedArray<uint64_t> findingInputs;
  SharedArray<uint64_t> crashingInputs;
};

} // namespace coverme

#endif
