// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "run/RunFindings.h"

#include "core/SetupPlan.h"
#include "evidence/FindingReview.h"
#include "evidence/Guesses.h"
#include "evidence/Replay.h"
#include "support/Error.h"
#include "support/Interrupt.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>

namespace coverme {

std::vector<FindingReport> findingsOf(const Prepared &prepared,
                                      const RunOptions &options, uint32_t entry,
                                      const SearchOptions &search,
                                      const CallLog &calls) {
  const Program &program = prepared.program;
  std::filesystem::path object = prepared.sharedObject.path;
  const auto found = std::span(calls.findings.data(), calls.count().findings);
  if (std::any_of(found.begin(), found.end(), [](const Finding &finding) {
        return finding.kind == FindingKind::Signal ||
               finding.kind == FindingKind::Assertion;
      }))
    try {
      object =
          buildWithLines(prepared, options,
                         prepared.folder->path() /
                             (program.functions[entry].fileName() + ".lines"));
    } catch (const Error &) {
      // Interrupted, or out of space: places are then decisions.
    }
  return reviewFindings(calls, program,
                        Reproducer(object, program, entry, search));
}

void addSanitizerFindings(const SanitizedProgram &sanitized,
                          const Archive &state, const SearchOptions &search,
                          RunResult &result) {
  if (interruptSignal() != 0)
    return;
  try {
    const auto found = sanitized.findings(state, search);
    result.findings.insert(result.findings.end(), found.begin(), found.end());
  } catch (const Error &error) {
    result.laterError = error;
  }
}

// Does the entry return something else when it is called once more, as code
// does that looks at the clock?
static bool changesByItself(const Function &entry, const Test &test,
                            const Reproduction &again) {
  return test.ending.returns() && again.end == CallEnd::Returned &&
         !isSameResult(entry, again.result, test.result);
}

// Do the flags promise that there is no such result?
static bool isPromisedAway(const RunOptions &options, const Function &entry,
                           uint64_t result) {
  const FloatLayout layout(entry.result.width);
  return entry.result.isFloat() &&
         (result & layout.infinity()) == layout.infinity() &&
         std::ranges::any_of(options.allFlags(), [](const std::string &flag) {
           return flag == "-ffast-math" || flag == "-Ofast" ||
                  flag == "-ffinite-math-only";
         });
}

// Do results that coverme makes up differ, so that it matters in which order a
// compiler's code asks for them?
static bool isByOrderOfStubs(const Function &entry, const Input &inputs) {
  return std::ranges::any_of(entry.plan.stubs, [&](const Stub &stub) {
    const DrawnValues &results = stub.results;
    for (uint32_t i = results.slotsPerValue;
         i < results.count * results.slotsPerValue; ++i)
      if (inputs[results.firstSlot + i] !=
          inputs[results.firstSlot + i % results.slotsPerValue])
        return true;
    return false;
  });
}

void compareResults(const ReplayResult &replay, const Reproducer &reproducer,
                    RunResult &result) {
  for (const auto &[test, trace] : replay.replayed) {
    const CallEnd end = endOf(test.ending, result.entry());
    if (end == CallEnd::Misbehaved || test.ending.isCrash())
      continue;
    const std::string difference =
        replayDifference(result.entry(), test.ending, test.result, trace,
                         result.options.gcovCompiler);
    if (difference.empty())
      continue;
    const Function &entry = result.entry();
    if (test.ending.returns() && trace.result &&
        (isPromisedAway(result.options, entry, test.result) ||
         isPromisedAway(result.options, entry, *trace.result)))
      continue;
    const Reproduction again =
        reproducer.run(test.inputs, kReproductionHangSeconds);
    if (changesByItself(entry, test, again))
      continue;
    const std::optional<Place> place = again.lastPlace();
    const bool isKnown = std::any_of(
        result.findings.begin(), result.findings.end(),
        [&](const FindingReport &known) {
          return known.kind == kReplayDiffers && known.place == place;
        });
    if (isKnown)
      continue;
    FindingReport report{kReplayDiffers, difference, test.inputs, place, true};
    if (test.wentOutside)
      report.detail += "; it goes outside of a variable of the code's own";
    if (ordersStrangers(entry.plan, test.inputs)) {
      report.group = FindingGroup::Guesses;
      report.detail += "; pointers that it takes for ends of one range lead to "
                       "different objects";
    }
    if (makesUnasked(entry.plan, test.inputs))
      report.group = FindingGroup::Guesses;
    if (comparesAddresses(entry)) {
      report.group = FindingGroup::Guesses;
      report.detail += "; it may ask where objects lie";
    }
    if (choosesMembers(entry.plan)) {
      report.group = FindingGroup::Guesses;
      report.detail += "; it may take a member of a union, or of another "
                       "struct, for the one that is there";
    }
    if (isByOrderOfStubs(entry, test.inputs)) {
      report.group = FindingGroup::Guesses;
      report.detail += "; compilers may call functions made up in another "
                       "order";
    }
    result.findings.push_back(std::move(report));
  }
}

void dropUnasked(const InputPlan &plan, const InputOptions &options,
                 const Program &program, std::vector<FindingReport> &findings) {
  std::map<uint32_t, uint64_t> first; // by slot
  bool leadsSomewhere = false;        // what is null at first
  for (const GlobalInput &global : plan.globals)
    if (const auto learnt =
            options.learntGlobals.find(program.globals[global.global].name);
        learnt != options.learntGlobals.end()) {
      leadsSomewhere |= !global.image.addresses.empty();
      for (const Cell &cell : global.image.cells)
        first[cell.slot] = learnt->second;
    }
  std::erase_if(findings, [&](const FindingReport &finding) {
    return std::ranges::any_of(first, [&](const auto &slot) {
      return finding.inputs[slot.first] != slot.second;
    });
  });
  for (FindingReport &finding : findings)
    if (leadsSomewhere)
      finding.group = FindingGroup::Guesses;
}

} // namespace coverme
