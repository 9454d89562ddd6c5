// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/LineCoverage.h"

#include <algorithm>
#include <filesystem>
#include <tuple>
#include <utility>

namespace coverme {
namespace {

// Of the two, what holds whatever function is called.
Verdict common(Verdict a, Verdict b) {
  for (const Verdict verdict :
       {Verdict::Covered, Verdict::Open, Verdict::DeemedInfeasible})
    if (a == verdict || b == verdict)
      return verdict;
  return Verdict::ProvedInfeasible;
}

void add(const FunctionReport &report, CoverageByFile &files) {
  files[report.path].functions.push_back(
      {report.entry, report.line, report.tests.size()});
  std::map<std::pair<std::string, unsigned>, LineCoverage> own;
  for (const ReportedSite &site : report.sites) {
    if (site.line == 0)
      continue;
    LineCoverage &line = own[{site.path, site.line}];
    DecisionCoverage decision{site.column, site.function,
                              site.kind,   site.text,
                              {},          site.function == report.entry};
    uint64_t visits = 0;
    const bool isPlace = report.kind().isAtPlaces;
    for (size_t i = 0; i < site.targets.size(); ++i) {
      const BranchId branch = branchOf(site.id, isPlace || i != 0);
      const auto tests = static_cast<uint64_t>(
          std::count_if(report.tests.begin(), report.tests.end(),
                        [&](const ReportedTest &test) {
                          return test.covers.contains(branch);
                        }));
      visits += tests;
      const ReportedTarget &target = site.targets[i];
      decision.outcomes.push_back(
          {target.verdict == Verdict::Covered ? std::max<uint64_t>(tests, 1)
                                              : 0,
           target.verdict, target.proof ? target.proof->reason : ""});
    }
    line.count = std::max(line.count, visits);
    if (!isPlace)
      line.decisions.push_back(std::move(decision));
  }
  if (report.gcov)
    for (const auto &[number, count] : report.gcov->byLine) {
      LineCoverage &line = own[{report.path, number}];
      line.count = std::max(line.count, count);
    }
  for (auto &[place, line] : own) {
    LineCoverage &whole = files[place.first].lines[place.second];
    whole.count += line.count;
    // The nth of those that look alike is the nth of another report, too.
    std::vector<bool> isMet(whole.decisions.size());
    for (DecisionCoverage &decision : line.decisions) {
      size_t i = 0;
      while (i < isMet.size() &&
             (isMet[i] ||
              std::tie(whole.decisions[i].column, whole.decisions[i].function,
                       whole.decisions[i].kind) !=
                  std::tie(decision.column, decision.function, decision.kind)))
        ++i;
      if (i == isMet.size()) {
        whole.decisions.push_back(std::move(decision));
        isMet.push_back(true);
        continue;
      }
      isMet[i] = true;
      whole.decisions[i].isOfEntry |= decision.isOfEntry;
      for (size_t outcome = 0; outcome < 2; ++outcome) {
        auto &all = whole.decisions[i].outcomes[outcome];
        all.tests += decision.outcomes[outcome].tests;
        all.verdict = common(all.verdict, decision.outcomes[outcome].verdict);
      }
    }
  }
}

} // namespace

Ratio FileCoverage::lineRatio() const {
  Ratio ratio;
  for (const auto &[number, line] : lines)
    ratio += {line.count != 0 ? 1U : 0U, 1};
  return ratio;
}

Ratio FileCoverage::functionRatio() const {
  Ratio ratio;
  for (const FunctionCoverage &function : functions)
    ratio += {function.tests != 0 ? 1U : 0U, 1};
  return ratio;
}

Ratio FileCoverage::branchRatio(bool withInfeasible) const {
  Ratio ratio;
  for (const auto &[number, line] : lines)
    for (const DecisionCoverage &decision : line.decisions)
      for (const auto &outcome : decision.outcomes)
        if (withInfeasible || outcome.isFeasible())
          ratio += {outcome.tests != 0 ? 1U : 0U, 1};
  return ratio;
}

CoverageByFile coverageOf(const FunctionReport &report) {
  CoverageByFile files;
  add(report, files);
  return files;
}

CoverageByFile coverageOf(const FileReport &report) {
  CoverageByFile files;
  forEachFunction(report,
                  [&](const FunctionReport &each) { add(each, files); });
  return files;
}

SourcePlace placeOf(const FunctionReport &report,
                    const ReportedFinding &finding) {
  if (!finding.place)
    return {report.path, report.line};
  const std::string &file = finding.place->file;
  const auto site =
      std::find_if(report.sites.begin(), report.sites.end(),
                   [&](const ReportedSite &each) { return each.file == file; });
  const bool isOfEntry =
      std::filesystem::path(report.path).filename().string() == file;
  return {site != report.sites.end() ? site->path
          : isOfEntry                ? report.path
                                     : file,
          finding.place->line};
}

} // namespace coverme
