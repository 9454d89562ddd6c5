// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/TextReport.h"

#include "report/AnnotatedSource.h"
#include "report/Fitted.h"
#include "report/Reproduce.h"
#include "report/TextWriter.h"
#include "report/Values.h"
#include "support/Grouped.h"

#include <fmt/ranges.h>

#include <cmath>
#include <ostream>

namespace coverme {
namespace {

fmt::terminal_color colourOf(Verdict verdict) {
  switch (verdict) {
  case Verdict::Covered:
    return fmt::terminal_color::green;
  case Verdict::ProvedInfeasible:
    return fmt::terminal_color::cyan;
  case Verdict::DeemedInfeasible:
    return fmt::terminal_color::yellow;
  case Verdict::Open:
    break;
  }
  return fmt::terminal_color::red;
}

class FunctionWriter : TextWriter {
public:
  FunctionWriter(const FunctionReport &report, const TextStyle &style)
      : TextWriter(style), report(report), verdicts(report.verdicts()),
        goal(report.kind()), words(goal.words) {}

  std::string writeBrief() {
    notes();
    forEachTarget([&](const ReportedSite &site, size_t outcome) {
      const ReportedTarget &target = site.targets[outcome];
      if (goal.isAtPlaces || target.verdict != Verdict::Covered)
        line(site, outcome,
             (target.proof ? "" : remark(site, target)) +
                 (target.unconfirmed.empty()
                      ? ""
                      : fmt::format("  [{}]", target.unconfirmed)));
    });
    for (const ReportedFinding &finding : report.findings)
      line(finding, finding.isSuspicion() ? " (suspicion):" : ":");
    return std::move(out);
  }

  std::string write() {
    summary();
    if (style.detail == Detail::Summary)
      return std::move(out);
    feasible(verdicts, goal);
    gcov();
    notes();
    branches();
    if (style.showsSource)
      source();
    findings();
    comparison();
    tests();
    return std::move(out);
  }

  std::string writeSource() {
    source();
    return std::move(out);
  }

private:
  void heading(const char *words) { add("\n{}\n", bold(words)); }

  template <class Visit> void forEachTarget(const Visit &visit) const {
    for (const ReportedSite &site : report.sites)
      for (size_t i = 0; i < site.targets.size(); ++i)
        visit(site, i);
  }

  void summary() {
    const bool tellsProvers =
        style.detail == Detail::Full && report.timing.provers >= 0.005;
    add("{}: {}; {}, {}, {:.2f} s{}\n", report.entry,
        report.sites.empty() ? fmt::format("no {}", words.targets)
                             : countsText(verdicts, goal, endings()),
        plural(report.tests.size(), "test"),
        plural(report.evaluations, "evaluation"), report.timing.total,
        tellsProvers
            ? fmt::format(" (provers: {:.2f} s)", report.timing.provers)
            : "");
  }

  std::set<std::string> endings() const {
    std::set<std::string> all;
    forEachTarget([&](const ReportedSite &site, size_t outcome) {
      if (const std::string *ending = report.endingOf(site.targets[outcome]))
        all.insert(*ending);
    });
    return all;
  }

  void gcov() {
    if (!report.gcov)
      return;
    const ReportedGcov &counts = *report.gcov;
    add("gcov ({}): lines {}/{} {}, branches {}/{} {}, calls {}/{}\n",
        counts.compiler, counts.lines.hit, counts.lines.total,
        percent(counts.lines), counts.branches.hit, counts.branches.total,
        percent(counts.branches), counts.calls.hit, counts.calls.total);
    if (counts.leftOut != 0)
      add("note: gcov's figures are without {} that a signal ended\n",
          plural(counts.leftOut, "test"));
  }

  void notes() {
    for (const std::string &note : notesOf(report))
      add("note: {}\n", note);
  }

  void branches() {
    const bool all = style.detail == Detail::Full || goal.isAtPlaces;
    if (verdicts.total() == (all ? 0 : verdicts.covered))
      return;
    heading(all ? words.targets : words.heading);
    forEachTarget([&](const ReportedSite &site, size_t outcome) {
      const ReportedTarget &target = site.targets[outcome];
      if (!all && target.verdict == Verdict::Covered)
        return;
      line(site, outcome, remark(site, target));
      if (target.proof)
        add("    {}\n", target.proof->reason);
      if (!target.unconfirmed.empty())
        add("    {}\n", target.unconfirmed);
    });
    if (verdicts.proved != 0)
      add("  proofs assume: {}\n", fmt::join(report.proofsAssume, "; "));
  }

  void source() {
    for (const AnnotatedPart &part : annotatedSource(report)) {
      add("\n{}\n", bold(part.file));
      for (const AnnotatedLine &line : part.lines) {
        const std::string runs = line.count ? grouped(*line.count) : "";
        add("{:>5}|{}|{}\n", line.number,
            line.count == 0U
                ? painted(fmt::format("{:>7}", runs), fmt::terminal_color::red)
                : fmt::format("{:>7}", runs),
            line.text);
        for (const AnnotatedSite &each : line.sites)
          verdictsBelow(each);
        for (const size_t finding : line.findings)
          add("     |       |  {}\n",
              painted(fmt::format("finding: {}", report.findings[finding].kind),
                      fmt::terminal_color::red));
      }
    }
  }

  void verdictsBelow(const AnnotatedSite &each) {
    const ReportedSite &site = *each.site;
    add("     |       |  {}{}{}:", goal.isAtPlaces ? site.at : "column ",
        goal.isAtPlaces ? "" : std::to_string(site.column),
        each.label.empty() ? "" : ", " + each.label);
    for (size_t i = 0; i < site.targets.size(); ++i) {
      const ReportedTarget &target = site.targets[i];
      add("{} {}{}{}", i == 0 ? "" : ",",
          goal.isAtPlaces ? ""
          : i != 0        ? "true "
                          : "false ",
          painted(verdictText(target), colourOf(target.verdict)),
          target.test ? fmt::format(" [{}]", *target.test + 1) : "");
    }
    add("\n");
  }

  void line(const ReportedSite &site, size_t outcome,
            const std::string &remark) {
    const ReportedTarget &target = site.targets[outcome];
    add("  {}:{}:{}{}  {}  {}{}\n", site.file, site.line, site.column,
        goal.isAtPlaces ? ""
        : outcome != 0  ? "  true "
                        : "  false",
        painted(verdictText(target), colourOf(target.verdict)), site.text,
        remark);
  }

  std::string verdictText(const ReportedTarget &target) const {
    const std::string verdict =
        words.verdicts[static_cast<size_t>(target.verdict)];
    return target.proof ? fmt::format("{} ({})", verdict, target.proof->engine)
                        : verdict;
  }

  static std::string remark(const ReportedSite &site,
                            const ReportedTarget &target) {
    if (target.test)
      return fmt::format("  [test {}]", *target.test + 1);
    std::string remarks;
    if (!site.isMeasurable)
      remarks = fmt::format("  [a {}: no distance]", site.operands);
    if (!target.hint.empty())
      remarks += fmt::format("  [{}]", target.hint);
    if (!target.behind.empty())
      remarks += fmt::format("  [no call gets here: behind {}]", target.behind);
    if (target.onlyNonReturning)
      remarks += "  [taken, but no such call returned]";
    if (target.spent != 0)
      remarks +=
          fmt::format("  [{} spent]", plural(target.spent, "evaluation"));
    if (target.proof)
      remarks += fmt::format("  [{}, {:.3f} s]", workOf(*target.proof),
                             target.proof->seconds);
    return remarks;
  }

  // More are for machines, and for who asks for all.
  size_t mostInputs() const {
    return style.detail == Detail::Full ? SIZE_MAX : 16;
  }

  void findings() {
    if (report.findings.empty())
      return;
    std::optional<FindingGroup> last;
    bool areInReport = false;
    for (const ReportedFinding &finding : report.findings) {
      if (last != finding.group)
        heading(headingOf(finding.group));
      last = finding.group;
      line(finding, ":");
      areInReport |= isCut(finding) && style.json.empty();
    }
    if (areInReport)
      add("  {}: what --json {} writes.\n", kReport, kReport);
    add("  If no caller does this: --assume 'CONDITION' or --range NAME=LO:HI "
        "says so.\n");
  }

  static const char *headingOf(FindingGroup group) {
    switch (group) {
    case FindingGroup::Values:
      return "findings";
    case FindingGroup::Guesses:
      return "findings that hang on a guess: sizes, objects, pointers, calls "
             "ahead, or an allocation that fails";
    case FindingGroup::Endless:
      break;
    }
    return "findings without an end";
  }

  void line(const ReportedFinding &finding, const char *mark) {
    add("  {} {}", painted(finding.kind + mark, fmt::terminal_color::red),
        finding.detail);
    if (!finding.inputs.empty())
      add("  with {}", formatTest(finding.calls, report.inputs, finding.inputs,
                                  mostInputs()));
    add("\n");
    if (!finding.accepted.empty())
      add("    accepted: {}\n", finding.accepted);
    if (!finding.reproduce.empty())
      add("    {}\n", commandOf(finding));
  }

  // Long commands leave the inputs to the report in JSON. Where there is none,
  // only those do that nobody would copy from a terminal.
  static constexpr const char *kReport = "REPORT.json";
  bool isCut(const ReportedFinding &finding) const {
    constexpr size_t kLong = 300, kTooLong = 500;
    return finding.reproduce.size() > (style.json.empty() ? kTooLong : kLong);
  }

  std::string commandOf(const ReportedFinding &finding) const {
    if (!isCut(finding))
      return finding.reproduce;
    const auto number = &finding - report.findings.data() + 1;
    return withInputsOf(finding.reproduce,
                        fmt::format("@{}:{}",
                                    style.json.empty() ? kReport : style.json,
                                    number),
                        report.guessedSizes);
  }

  void comparison() {
    if (!report.comparison)
      return;
    const ReportedComparison &comparison = *report.comparison;
    heading(fmt::format("error against {}", comparison.with).c_str());
    for (const ReportedComparison::Test &each : comparison.tests)
      add("  test {:>3}  {:>9} ULP  expected {}\n", each.test + 1,
          ulpsText(each.ulps), formatValue(each.expected));
    if (const auto &largest = comparison.largest)
      add("  largest of {}: {} ULP\n    {}  ->  {}, expected {}\n",
          plural(comparison.evaluations, "evaluation"), ulpsText(largest->ulps),
          formatInputs(report.inputs, largest->inputs, mostInputs()),
          formatValue(largest->result), formatValue(largest->expected));
  }

  void tests() {
    if (report.tests.empty())
      return;
    heading("tests");
    for (size_t i = 0; i < report.tests.size(); ++i) {
      const ReportedTest &test = report.tests[i];
      add("  {:>3}  {}", i + 1,
          formatTest(test.calls, report.inputs, test.inputs, mostInputs()));
      if (const std::string end = endText(report, test); !end.empty())
        add("  ->  {}", end);
      if (style.detail == Detail::Full)
        add("  [{}]",
            !goal.isAtPlaces
                ? plural(test.covers.size(), "branch outcome")
                : fmt::format("{} {}", test.covers.size(),
                              test.covers.size() == 1 ? words.target
                                                      : words.targets));
      add("\n");
    }
  }

  const FunctionReport &report;
  const VerdictCounts verdicts;
  const GoalKind &goal;
  const GoalWords &words;
};

} // namespace

std::string sourcesText(const std::string &first, const FileReport &report) {
  return report.others == 0 ? first
                            : fmt::format("{} and {}", first,
                                          plural(report.others, "other file"));
}

std::string plural(uint64_t number, const char *noun) {
  return fmt::format("{} {}{}", grouped(number), noun, number == 1 ? "" : "s");
}

std::string ulpsText(double ulps) {
  return ulps < 1e6 ? fmt::format("{:.3f}", ulps) : fmt::format("{:.3g}", ulps);
}

std::string percent(const Ratio &ratio) {
  return fmt::format("{:.2f} %", std::floor(ratio.percent() * 100) / 100);
}

std::string workOf(const ReportedProof &proof) {
  const char *unit = proof.engine == "exhaustion" ? "input"
                     : proof.engine == "interval" ? "box"
                                                  : "query";
  const std::string units = proof.engine == "exhaustion" ? "inputs"
                            : proof.engine == "interval" ? "boxes"
                                                         : "queries";
  return fmt::format("{} {}", grouped(proof.boxes),
                     proof.boxes == 1 ? unit : units);
}

std::string endText(const FunctionReport &report, const ReportedTest &test) {
  const std::string outputs =
      formatOutputs(report.inputs, test.inputs, report.outputs, test.outputs);
  const std::string end = !test.ending.empty() ? test.ending
                          : test.result        ? formatValue(*test.result)
                          : !outputs.empty()   ? "returns"
                                               : "";
  return end + outputs;
}

// Of many arrays one note, which names the first of them.
static void noteGuesses(const FunctionReport &report,
                        std::vector<std::string> &notes) {
  constexpr size_t kMostNotes = 2, kMostNames = 4;
  std::vector<const ReportedSize *> met;
  for (const ReportedSize &size : report.guessedSizes)
    if (size.met)
      met.push_back(&size);
  if (met.size() <= kMostNotes) {
    for (const ReportedSize *size : met)
      notes.push_back(fmt::format(
          "{0} has {1}, which is a guess; calls that meet {0}[{2}] do not "
          "count (--array {0}=N)",
          size->name,
          plural(size->elements, "element") +
              (size->ahead == 0
                   ? ""
                   : fmt::format(" and {} ahead of these", size->ahead)),
          *size->met));
    return;
  }
  std::vector<std::string> names;
  for (size_t i = 0; i < std::min(met.size(), kMostNames); ++i)
    names.push_back(fmt::format("{} ({})", met[i]->name, met[i]->elements));
  if (met.size() > kMostNames)
    names.push_back(fmt::format("{} more", met.size() - kMostNames));
  notes.push_back(fmt::format(
      "the sizes of {} arrays are guesses; calls that get behind their end do "
      "not count (--array NAME=N): {}",
      met.size(), fmt::join(names, ", ")));
}

std::vector<std::string> notesOf(const FunctionReport &report) {
  std::vector<std::string> notes;
  if (const uint64_t leftOut = report.inputsLeftOut; leftOut != 0)
    notes.push_back(
        fmt::format("{} of {} are searched; the others are zero",
                    grouped(report.inputs.size()),
                    plural(report.inputs.size() + leftOut, "input")));
  noteGuesses(report, notes);
  const VerdictCounts verdicts = report.verdicts();
  for (const auto &[type, nodes] : report.nodeBounds)
    if (verdicts.deemed + verdicts.open != 0)
      notes.push_back(fmt::format("no more than {} of '{}' in a row are made",
                                  nodes, type));
  if (!report.madeUpClasses.empty())
    notes.push_back(fmt::format(
        "virtual functions that the file does not define are made up: of {}",
        fmt::join(report.madeUpClasses, ", ")));
  if (!report.unprovable.empty())
    notes.push_back(fmt::format("nothing is proved of {}, because {}",
                                report.entry, report.unprovable));
  switch (report.cut) {
  case Cut::None:
    break;
  case Cut::Timeout:
    notes.emplace_back(
        "the search was cut by --timeout; another run may differ");
    break;
  case Cut::Proofs:
    notes.emplace_back("the search had ended when --timeout cut the provers; "
                       "another run may prove more or less");
    break;
  case Cut::Interrupt:
    notes.emplace_back("the run was interrupted");
    break;
  case Cut::Restarts:
    notes.emplace_back("the search was cut, because the code under test ended "
                       "too many processes");
    break;
  }
  return notes;
}

std::string functionText(const FunctionReport &report, const TextStyle &style) {
  return FunctionWriter(report, style).write();
}

std::string sourceText(const FunctionReport &report, const TextStyle &style) {
  return FunctionWriter(report, style).writeSource();
}

std::string briefText(const FunctionReport &report, const TextStyle &style) {
  return FunctionWriter(report, style).writeBrief();
}

void TextReport::write(const FunctionReport &report, const TextStyle &style,
                       std::ostream &out) const {
  out << fitted(functionText(report, style), style.columns);
}

void TextReport::write(const FileReport &report, const TextStyle &style,
                       std::ostream &out) const {
  out << fitted(fileText(report, style), style.columns);
}

void BriefReport::write(const FunctionReport &report, const TextStyle &style,
                        std::ostream &out) const {
  out << fitted(briefText(report, style), style.columns);
}

void BriefReport::write(const FileReport &report, const TextStyle &style,
                        std::ostream &out) const {
  out << fitted(briefFileText(report, style), style.columns);
}

} // namespace coverme
