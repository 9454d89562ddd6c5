// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/Baseline.h"

#include "report/LineCoverage.h"

#include <fmt/format.h>

#include <map>
#include <set>

namespace coverme {
namespace {

bool isDone(Verdict verdict) {
  return verdict == Verdict::Covered || verdict == Verdict::ProvedInfeasible;
}

struct Item {
  std::string text, verdict; // for people
  Verdict state = Verdict::Open;
  bool isAccepted = false; // a finding
};

struct Contents {
  std::map<std::string, Item> targets, findings; // by name
  std::set<std::string> functions;               // that ran
};

// The line that a finding is in, if a decision is there.
std::string lineOf(const FunctionReport &report,
                   const ReportedFinding &finding) {
  if (!finding.place)
    return "";
  for (const ReportedSite &site : report.sites)
    if (site.line == finding.place->line && site.file == finding.place->file)
      return site.text;
  return "";
}

void add(const FunctionReport &report, Contents &contents) {
  contents.functions.insert(report.entry);
  const auto named = [](std::map<std::string, Item> &items,
                        const std::string &name, const Item &item) {
    size_t ordinal = 0;
    while (!items.emplace(fmt::format("{}\n{}", name, ordinal), item).second)
      ++ordinal;
  };
  const bool isPlaces = report.kind().isAtPlaces;
  for (const ReportedSite &site : report.sites)
    for (size_t i = 0; i < site.targets.size(); ++i) {
      const Verdict verdict = site.targets[i].verdict;
      const char *outcome = isPlaces ? "" : i != 0 ? " true" : " false";
      named(contents.targets,
            fmt::format("{}\n{}\n{}\n{}", report.entry, site.function,
                        site.text, outcome),
            {fmt::format("{}:{}:{}{}  {}", site.path, site.line, site.column,
                         outcome, site.text),
             report.kind().words.verdicts[static_cast<size_t>(verdict)],
             verdict});
    }
  for (const ReportedFinding &finding : report.findings) {
    const SourcePlace place = placeOf(report, finding);
    named(contents.findings,
          fmt::format("{}\n{}\n{}", report.entry, finding.kind,
                      lineOf(report, finding)),
          {fmt::format("{}:{}: {}: {}: {}", place.path, place.line,
                       report.entry, finding.kind, finding.detail),
           "", Verdict::Open, !finding.accepted.empty()});
  }
}

Contents contentsOf(const Report &report) {
  Contents contents;
  std::visit(
      [&](const auto &each) {
        forEachFunction(each, [&](const FunctionReport &function) {
          add(function, contents);
        });
      },
      report);
  return contents;
}

} // namespace

Changes changesSince(const Report &before, const Report &now) {
  const Contents old = contentsOf(before), current = contentsOf(now);
  Changes changes;
  for (const auto &[name, item] : current.targets) {
    const auto found = old.targets.find(name);
    if (found == old.targets.end()) {
      if (!isDone(item.state))
        changes.worse.push_back(
            fmt::format("{}: {}, and new", item.text, item.verdict));
      continue;
    }
    const Item &was = found->second;
    if (was.state == item.state)
      continue;
    const bool isNowDone = isDone(item.state), wasDone = isDone(was.state);
    auto &list = isNowDone == wasDone ? changes.other
                 : isNowDone          ? changes.better
                                      : changes.worse;
    list.push_back(
        fmt::format("{}: {}, was {}", item.text, item.verdict, was.verdict));
  }
  for (const auto &[name, item] : current.findings)
    if (!old.findings.contains(name))
      (item.isAccepted ? changes.other : changes.worse)
          .push_back(item.text + ", and new");
  for (const auto &[name, item] : old.findings)
    if (!current.findings.contains(name))
      changes.better.push_back(item.text + ", and gone");
  if (const auto *file = std::get_if<FileReport>(&now)) {
    std::set<std::string> names;
    for (const ReportedFunction &function : file->functions) {
      names.insert(function.name);
      if (function.status != FunctionStatus::Ran &&
          old.functions.contains(function.name))
        changes.worse.push_back(
            fmt::format("{} is not run: {}", function.name, function.reason));
    }
    const auto *was = std::get_if<FileReport>(&before);
    for (const std::string &name : old.functions)
      if (was != nullptr && was->match == file->match && !names.contains(name))
        changes.other.push_back(name + " is gone");
  }
  return changes;
}

} // namespace coverme
