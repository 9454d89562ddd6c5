// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "suite/FindingReview.h"

#include "suite/Simplify.h"
#include "support/Error.h"
#include "support/Interrupt.h"
#include "support/Stopwatch.h"

#include <algorithm>

namespace coverme {
namespace {

// A trial costs a process, two milliseconds, and what the call itself takes: a
// spent tank is a million loop iterations.
constexpr unsigned kMaxTries = 150;
constexpr unsigned kMaxDearTries = 60;
// A safety net as --timeout is for the search: simple inputs are a courtesy.
constexpr double kMaxSeconds = 5;

struct Misbehaviour {
  Finding finding;
  Input input;
  std::optional<Place> place;
  bool isConfirmed = false;
  bool isUnknown = false; // there was no time to try it

  bool isSame(const Finding &other, const std::optional<Place> &at) const {
    return finding.kind == other.kind && finding.code == other.code &&
           place == at;
  }
};

std::optional<Place> placeOfSite(const Program &program, uint32_t site) {
  if (site >= program.sites.size())
    return std::nullopt;
  const Site &at = program.sites[site];
  return Place{{at.file.filename(), at.line}, false};
}

// What the input does, nothing where that cannot be told: there may have been
// no memory left, or no time.
TrialEnd tryInput(const Trials &trials, std::span<const uint64_t> input) {
  try {
    return trials.run(input, kTrialHangSeconds);
  } catch (const Error &) {
    return {};
  }
}

Misbehaviour confirm(const Finding &found, std::span<const uint64_t> input,
                     const Program &program, const Trials &trials) {
  Misbehaviour result{
      found, {input.begin(), input.end()}, placeOfSite(program, found.site)};
  TrialEnd trial;
  if (!trials.isOver())
    trial = tryInput(trials, input);
  if (trial.findings.empty()) {
    result.isUnknown = trials.isOver();
    return result;
  }
  // The same as in the search, if there are several.
  const auto same = std::find_if(
      trial.findings.begin(), trial.findings.end(),
      [&](const Finding &finding) { return finding.kind == found.kind; });
  result.finding =
      same == trial.findings.end() ? trial.findings.front() : *same;
  result.place = trial.placeOf(result.finding);
  result.isConfirmed = true;
  return result;
}

unsigned triesFor(FindingKind kind) {
  if (kind == FindingKind::Hang)
    return 0; // each that still hangs would take kTrialHangSeconds
  return kind == FindingKind::OutOfFuel || kind == FindingKind::EndlessLoop ||
                 kind == FindingKind::OutOfMemory
             ? kMaxDearTries
             : kMaxTries;
}

void simplifyInput(Misbehaviour &found, const Trials &trials,
                   const Stopwatch &watch) {
  bool isDear = false;
  const auto isSame = [&](const Input &input) {
    if (isDear || trials.isOver() || watch.seconds() > kMaxSeconds)
      return false;
    const TrialEnd trial = tryInput(trials, input);
    const auto &findings = trial.findings;
    isDear = std::any_of(findings.begin(), findings.end(),
                         [](const Finding &finding) {
                           return finding.kind == FindingKind::Hang;
                         });
    return std::any_of(findings.begin(), findings.end(),
                       [&](const Finding &finding) {
                         return found.isSame(finding, trial.placeOf(finding));
                       });
  };
  found.input = simplify(InputSpace(trials.entry().inputs()), found.input,
                         isSame, triesFor(found.finding.kind));
}

} // namespace

std::vector<FindingReport> reviewFindings(const SearchState &state,
                                          const Program &program,
                                          const Trials &trials) {
  std::vector<Misbehaviour> distinct;
  for (size_t i = 0; i < state.count().findings; ++i) {
    const Misbehaviour found =
        confirm(state.findings[i], state.findingInput(i), program, trials);
    const auto known = std::find_if(
        distinct.begin(), distinct.end(), [&](const Misbehaviour &other) {
          return other.isSame(found.finding, found.place);
        });
    if (known == distinct.end())
      distinct.push_back(found);
    else if (found.isConfirmed && !known->isConfirmed)
      *known = found;
  }
  const Stopwatch watch;
  std::vector<FindingReport> reports;
  for (Misbehaviour &found : distinct) {
    if (found.isConfirmed)
      simplifyInput(found, trials, watch);
    reports.push_back(describeFinding(found.finding, found.place, found.input));
    reports.back().isConfirmed = found.isConfirmed;
    if (!found.isConfirmed && !found.isUnknown)
      reports.back().detail += ", but not when called alone";
  }
  return reports;
}

} // namespace coverme
