// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evidence/FindingReview.h"

#include "evidence/Guesses.h"
#include "evidence/MadeIndices.h"
#include "evidence/Simplify.h"
#include "support/Error.h"
#include "support/Interrupt.h"

#include <algorithm>
#include <csignal>

namespace coverme {
namespace {

// A reproduction costs a process, two milliseconds, and what the call itself
// takes: a spent tank is a million loop iterations.
constexpr unsigned kMaxTries = 250;
constexpr unsigned kMaxDearTries = 60;
// Of all findings, in loop iterations: up to some five seconds. Simple inputs
// are a courtesy. Not by the clock, so that they are the same on a busy
// machine.
constexpr uint64_t kMaxReviewWork = 250'000'000;

struct Misbehaviour {
  Finding finding;
  Input input;
  std::optional<Place> place;
  Overrun overrun = {};
  Fault fault = {};
  bool isConfirmed = false;
  bool isCut = false;     // Reproduction
  bool isUnknown = false; // there was no time to try it

  bool isAlike(const Finding &other) const {
    return finding.kind == other.kind && finding.code == other.code;
  }
  bool isSame(const Finding &other, const std::optional<Place> &at) const {
    return isAlike(other) && place == at;
  }
  // How memory that has been overwritten shows is a matter of chance: after the
  // return, or by a SIGABRT of libc's, which is raised at no line of the code.
  bool overwrites() const {
    return finding.kind == FindingKind::Corruption ||
           (finding.kind == FindingKind::Signal && finding.code == SIGABRT &&
            !(place && place->isExact));
  }
};

std::optional<Place> placeOfSite(const Program &program, uint32_t site) {
  // An assumption of the user's is decided in a file of ours, which has no
  // lines for anything else.
  if (site >= program.sites.size() || program.isAssumption(site) ||
      program.sites[site].line == 0)
    return std::nullopt;
  const Site &at = program.sites[site];
  return Place{{at.file.filename(), at.line}, false};
}

// What the input does, nothing where that cannot be told: there may have been
// no memory left, or no time.
Reproduction tryInput(const Reproducer &reproducer,
                      std::span<const uint64_t> input,
                      WhenUsedUp whenUsedUp = WhenUsedUp::Look) {
  try {
    return reproducer.run(input, kReproductionHangSeconds, whenUsedUp);
  } catch (const Error &) {
    return {};
  }
}

Misbehaviour confirm(const Finding &found, std::span<const uint64_t> input,
                     const Program &program, const Reproducer &reproducer) {
  Misbehaviour result{
      found, {input.begin(), input.end()}, placeOfSite(program, found.site)};
  Reproduction reproduction;
  if (!reproducer.isOver())
    reproduction = tryInput(reproducer, input);
  if (reproduction.findings.empty()) {
    result.isUnknown = reproducer.isOver();
    return result;
  }
  // The same as in the search, if there are several.
  const auto same = std::find_if(
      reproduction.findings.begin(), reproduction.findings.end(),
      [&](const Finding &finding) { return finding.kind == found.kind; });
  result.finding = same == reproduction.findings.end()
                       ? reproduction.findings.front()
                       : *same;
  result.place = reproduction.placeOf(result.finding);
  result.overrun = reproduction.overrun;
  result.fault = reproduction.fault;
  result.isCut = reproduction.isCut;
  result.isConfirmed = true;
  return result;
}

unsigned triesFor(FindingKind kind) {
  if (kind == FindingKind::Hang)
    return 0; // each that still hangs would take kReproductionHangSeconds
  return kind == FindingKind::OutOfFuel || kind == FindingKind::EndlessLoop ||
                 kind == FindingKind::OutOfMemory
             ? kMaxDearTries
             : kMaxTries;
}

bool isSlow(const Reproduction &reproduction) {
  return reproduction.isCut ||
         std::ranges::any_of(reproduction.findings, [](const Finding &finding) {
           return finding.kind == FindingKind::Hang;
         });
}

// `work`: what all of them have taken.
void simplifyInput(Misbehaviour &found, const Reproducer &reproducer,
                   uint64_t &work) {
  bool isDear = found.isCut;
  // That a simpler one takes as long is to be seen, not why.
  const WhenUsedUp whenUsedUp = found.finding.kind == FindingKind::OutOfFuel
                                    ? WhenUsedUp::End
                                    : WhenUsedUp::Look;
  const auto isSame = [&](const Input &input) {
    if (isDear || reproducer.isOver() || work > kMaxReviewWork)
      return false;
    const Reproduction reproduction = tryInput(reproducer, input, whenUsedUp);
    work += reproduction.work;
    const auto &findings = reproduction.findings;
    isDear = isSlow(reproduction);
    const bool isFound = std::any_of(
        findings.begin(), findings.end(), [&](const Finding &finding) {
          return found.isSame(finding, reproduction.placeOf(finding));
        });
    if (isFound) {
      found.overrun = reproduction.overrun;
      found.fault = reproduction.fault;
    }
    return isFound;
  };
  found.input = simplify(InputSpace(reproducer.entry().inputs()), found.input,
                         isSame, triesFor(found.finding.kind));
}

// A call that hangs or is cut costs a second, and tells nothing: no further
// ones are made.
bool isByMadeIndex(const Misbehaviour &found, const Reproducer &reproducer) {
  if (!found.isConfirmed || found.isCut ||
      found.finding.kind != FindingKind::Signal ||
      (found.finding.code != SIGSEGV && found.finding.code != SIGBUS))
    return false;
  bool isDear = false;
  return crashesByMadeIndex(
      reproducer.entry().plan, found.input, found.fault,
      [&](const Input &input) -> std::optional<Fault> {
        if (isDear || reproducer.isOver())
          return std::nullopt;
        const Reproduction run = tryInput(reproducer, input);
        isDear = isSlow(run);
        return std::ranges::any_of(run.findings,
                                   [&](const Finding &finding) {
                                     return found.isSame(finding,
                                                         run.placeOf(finding));
                                   })
                   ? std::optional(run.fault)
                   : std::nullopt;
      });
}

// Of an access far off nobody can tell which object it was meant for. A simpler
// input of the same shows it; where that object's size is a guess, calls that
// go beyond it count as none.
bool isBeyondGuess(const Misbehaviour &found, const CallLog &calls) {
  const uint32_t room = found.overrun.room;
  return room != 0 && calls.rooms[room - 1].limit != 0;
}

} // namespace

std::vector<FindingReport> reviewFindings(const CallLog &calls,
                                          const Program &program,
                                          const Reproducer &reproducer) {
  std::vector<Misbehaviour> distinct;
  for (size_t i = 0; i < calls.count().findings; ++i) {
    const Misbehaviour found =
        confirm(calls.findings[i], calls.findingInput(i), program, reproducer);
    if (found.finding.kind == FindingKind::Starved)
      continue; // it returns when it has all the fuel
    const auto known = std::find_if(
        distinct.begin(), distinct.end(), [&](const Misbehaviour &other) {
          return other.isSame(found.finding, found.place) ||
                 (other.overwrites() && found.overwrites()) ||
                 (found.isUnknown && other.isAlike(found.finding));
        });
    if (known == distinct.end())
      distinct.push_back(found);
    else if (found.isConfirmed && !known->isConfirmed)
      *known = found;
  }
  // While there is time, those that are quick to try come first.
  std::stable_partition(distinct.begin(), distinct.end(),
                        [](const Misbehaviour &found) {
                          return triesFor(found.finding.kind) == kMaxTries;
                        });
  uint64_t work = 0;
  std::vector<FindingReport> reports;
  for (Misbehaviour &found : distinct) {
    if (found.isConfirmed)
      simplifyInput(found, reproducer, work);
    if (isBeyondGuess(found, calls))
      continue;
    reports.push_back(describeFinding(found.finding, found.place, found.input));
    const InputPlan &plan = reproducer.entry().plan;
    if (hangsOnGuess(program, reproducer.entryIndex(), found.finding,
                     found.fault, found.input) ||
        isByMadeIndex(found, reproducer))
      reports.back().group = FindingGroup::Guesses;
    addOverrun(found.finding, found.overrun, plan, reports.back());
    reports.back().isConfirmed = found.isConfirmed;
    if (!found.isConfirmed && !found.isUnknown) {
      reports.back().detail += ", but not when called alone";
      reports.back().group = FindingGroup::Guesses;
    }
  }
  return reports;
}

} // namespace coverme
