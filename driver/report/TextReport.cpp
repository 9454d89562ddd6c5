// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/TextReport.h"

#include "core/ScalarText.h"
#include "report/Reproduce.h"
#include "report/Values.h"
#include "support/Grouped.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <tuple>

namespace coverme {
namespace {

// The text of source lines, each file read once.
class SourceLines {
public:
  std::string line(const std::filesystem::path &file, unsigned number) {
    auto [entry, isNew] = files.try_emplace(file);
    if (isNew) {
      std::ifstream stream(file);
      for (std::string text; std::getline(stream, text);)
        entry->second.push_back(text);
    }
    if (number == 0 || number > entry->second.size())
      return "";
    const std::string &text = entry->second[number - 1];
    const size_t first = text.find_first_not_of(" \t");
    const size_t last = text.find_last_not_of(" \t\r");
    return first == std::string::npos ? ""
                                      : text.substr(first, last - first + 1);
  }

private:
  std::map<std::filesystem::path, std::vector<std::string>> files;
};

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

class Writer : TextWriter {
public:
  Writer(const RunResult &result, const TextStyle &style)
      : TextWriter(style), result(result), verdicts(result.verdicts()),
        goal(goalNamed(result.options.goal)), words(goal.words) {}

  std::string writeBrief() {
    notes();
    for (const BranchVerdict &branch : result.branches)
      if (goal.isAtPlaces || branch.verdict != Verdict::Covered)
        line(branch, branch.proof ? "" : remark(branch));
    for (const FindingReport &finding : result.findings)
      line(finding);
    return std::move(out);
  }

  std::string write() {
    summary();
    if (style.detail == Detail::Summary)
      return std::move(out);
    gcov();
    notes();
    branches();
    findings();
    tests();
    return std::move(out);
  }

private:
  void heading(const char *words) { add("\n{}\n", bold(words)); }

  void summary() {
    const std::string name = result.entry().label();
    if (result.branches.empty()) {
      add("{}: no {}; {}, {}, {:.2f} s\n", name, words.targets,
          plural(result.suite.size(), "test"),
          plural(result.evaluations, "evaluation"), result.timing.total);
      return;
    }
    add("{}: {}; {}, {}, {:.2f} s\n", name, countsText(verdicts, goal),
        plural(result.suite.size(), "test"),
        plural(result.evaluations, "evaluation"), result.timing.total);
  }

  void gcov() {
    if (!result.gcov)
      return;
    const GcovCounts &counts = *result.gcov;
    add("gcov ({}): lines {}/{} {}, branches {}/{} {}, calls {}/{}\n",
        counts.compiler, counts.lines.hit, counts.lines.total,
        percent(counts.lines), counts.branches.hit, counts.branches.total,
        percent(counts.branches), counts.calls.hit, counts.calls.total);
  }

  void notes() {
    if (const InputPlan &plan = result.entry().plan; plan.leftOut != 0)
      add("note: {} of {} are searched; the others are zero\n",
          grouped(plan.inputs.size()),
          plural(plan.inputs.size() + plan.leftOut, "input"));
    for (const GuessedSize &size : result.guessedSizes)
      if (size.met)
        add("note: {0} has {1}, which is a guess; calls that meet {0}[{2}] do "
            "not count (--array {0}=N)\n",
            size.name, plural(size.elements, "element"), *size.met);
    if (result.cutByTimeout)
      add("note: the search was cut by --timeout; another run may differ\n");
    if (result.cutProofs)
      add("note: the search had ended when --timeout cut the provers; another "
          "run may prove more or less\n");
    if (result.cutBySignal)
      add("note: the run was interrupted\n");
    if (result.cutByRestarts)
      add("note: the search was cut, because the code under test ended too "
          "many processes\n");
  }

  void branches() {
    const bool all = style.detail == Detail::Full || goal.isAtPlaces;
    if (verdicts.total() == (all ? 0 : verdicts.covered))
      return;
    heading(all ? words.targets : words.heading);
    for (const BranchVerdict &branch : result.branches) {
      if (!all && branch.verdict == Verdict::Covered)
        continue;
      line(branch, remark(branch));
      if (branch.proof)
        add("    {}\n", branch.proof->reason);
      if (!branch.doubt.empty())
        add("    {}\n", branch.doubt);
    }
    if (verdicts.proved != 0)
      add("  proofs assume: {}\n",
          fmt::join(assumptionsOf(result.entry(), result.options.compilerFlags),
                    "; "));
  }

  void line(const BranchVerdict &branch, const std::string &remark) {
    const Site &site = result.program->sites[siteOf(branch.branch)];
    const char *outcome = outcomeOf(branch.branch) ? "  true " : "  false";
    add("  {}:{}:{}{}  {}  {}{}\n", site.file.filename().string(), site.line,
        site.column, goal.isAtPlaces ? "" : outcome,
        painted(verdictText(branch), colourOf(branch.verdict)),
        lines.line(site.file, site.line), remark);
  }

  std::string verdictText(const BranchVerdict &branch) const {
    const std::string verdict =
        words.verdicts[static_cast<size_t>(branch.verdict)];
    return branch.proof
               ? fmt::format("{} ({})", verdict, text(branch.proof->engine))
               : verdict;
  }

  static std::string workOf(const Proof &proof) {
    switch (proof.engine) {
    case ProofEngine::Exhaustion:
      return plural(proof.boxes, "input");
    case ProofEngine::Interval:
      return proof.boxes == 1 ? "1 box" : grouped(proof.boxes) + " boxes";
    case ProofEngine::Smt:
    case ProofEngine::None:
      break;
    }
    return proof.boxes == 1 ? "1 query" : grouped(proof.boxes) + " queries";
  }

  std::string remark(const BranchVerdict &branch) const {
    const Site &site = result.program->sites[siteOf(branch.branch)];
    std::string remarks;
    if (branch.verdict == Verdict::Covered)
      return fmt::format("  [test {}]", *branch.test + 1);
    if (!site.isMeasurable() && !site.isMark())
      remarks = fmt::format("  [a {}: no distance]", text(site.operandKind));
    if (site.operandKind == OperandKind::ptr && !result.options.inputs.null &&
        !result.entry().plan.buffers.empty())
      remarks += "  [--null passes null pointers]";
    if (branch.onlyNonReturning)
      remarks += "  [taken, but no such call returned]";
    if (branch.spent != 0)
      remarks +=
          fmt::format("  [{} spent]", plural(branch.spent, "evaluation"));
    if (branch.proof)
      remarks += fmt::format("  [{}, {:.3f} s]", workOf(*branch.proof),
                             branch.proof->seconds);
    return remarks;
  }

  // More are for machines, and for who asks for all.
  size_t mostInputs() const {
    return style.detail == Detail::Full ? SIZE_MAX : 100;
  }

  void findings() {
    if (result.findings.empty())
      return;
    heading("findings");
    for (const FindingReport &finding : result.findings)
      line(finding);
  }

  void line(const FindingReport &finding) {
    add("  {} {}", painted(finding.kind + ":", fmt::terminal_color::red),
        finding.detail);
    if (!finding.inputs.empty())
      add("  with {}",
          formatInputs(result.entry(), finding.inputs, mostInputs()));
    add("\n");
    if (finding.isConfirmed)
      add("    {}\n",
          reproduceCommand(result.options, result.entry(), finding));
  }

  void tests() {
    if (result.suite.empty())
      return;
    heading("tests");
    const Function &entry = result.entry();
    for (size_t i = 0; i < result.suite.size(); ++i) {
      const Test &test = result.suite[i];
      add("  {:>3}  {}", i + 1, formatInputs(entry, test.inputs, mostInputs()));
      if (!test.ending.empty())
        add("  ->  {}", test.ending);
      else if (entry.result.kind > ScalarKind::Void)
        add("  ->  {}", formatValue(entry.result, test.result));
      if (test.ending.empty())
        add("{}", formatOutputs(entry, test.inputs, test.outputs));
      if (style.detail == Detail::Full)
        add("  [{}]",
            plural(test.covers.size(),
                   goal.isAtPlaces ? words.target : "branch outcome"));
      add("\n");
    }
  }

  const RunResult &result;
  const VerdictCounts verdicts;
  const GoalKind &goal;
  const GoalWords &words;
  SourceLines lines;
};

} // namespace

std::string plural(uint64_t number, const char *noun) {
  return fmt::format("{} {}{}", grouped(number), noun, number == 1 ? "" : "s");
}

std::string percent(const Ratio &ratio) {
  return fmt::format("{:.2f} %", std::floor(ratio.percent() * 100) / 100);
}

const char *text(Verdict verdict) {
  return goalKinds().front().words.verdicts[static_cast<size_t>(verdict)];
}

std::string textReport(const RunResult &result, const TextStyle &style) {
  return Writer(result, style).write();
}

std::string briefReport(const RunResult &result, const TextStyle &style) {
  return Writer(result, style).writeBrief();
}

std::string functionList(const Program &program) {
  std::vector<const Function *> functions;
  for (const Function &function : program.functions)
    functions.push_back(&function);
  std::sort(functions.begin(), functions.end(),
            [](const Function *a, const Function *b) {
              return std::tie(a->file, a->line, a->name) <
                     std::tie(b->file, b->line, b->name);
            });
  std::string out;
  for (const Function *function : functions)
    out += fmt::format("{:>5} {}  {}\n", function->siteCount,
                       function->siteCount == 1 ? "site " : "sites",
                       function->signature());
  return out;
}

} // namespace coverme
