// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/HtmlReport.h"

#include "report/AnnotatedSource.h"
#include "report/HtmlPage.h"
#include "report/HtmlParts.h"
#include "report/Markup.h"
#include "report/TextReport.h"
#include "report/Values.h"
#include "support/Grouped.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <map>
#include <ostream>

namespace coverme {
namespace {

const char *classOf(Verdict verdict) {
  return kVerdictClasses.at(static_cast<size_t>(verdict));
}

constexpr size_t kMostInputs = 16;

// --- the plot --------------------------------------------------------------

// Targets reached over evaluations, whose axis is logarithmic: most targets are
// reached at once, and the last ones late.
class Plot {
public:
  explicit Plot(const FunctionReport &report)
      : report(report), total(report.verdicts().total()) {
    for (const ReportedSite &site : report.sites)
      for (const ReportedTarget &target : site.targets)
        if (target.foundAfter != 0)
          found.push_back(target.foundAfter);
    std::sort(found.begin(), found.end());
  }

  std::string html() const {
    if (found.empty() || report.evaluations < found.back())
      return "";
    const GoalWords &goal = report.kind().words;
    const std::string words = fmt::format(
        "{} of {} {} {}, the last after {} of {} (on a "
        "logarithmic axis)",
        found.size(), total, goal.targets, goal.verdicts[0],
        grouped(found.back()), plural(report.evaluations, "evaluation"));
    return fmt::format(R"(<figure>
<svg viewBox="0 0 {0} {1}" role="img" aria-label="{2}">
{3}<line class="all" x1="{4}" x2="{5}" y1="{6}" y2="{6}"/>
<path class="curve" d="{7}"/>
</svg>
<figcaption class="soft">{2}</figcaption>
</figure>
)",
                       kRight + 20, kBottom + 30, words, axes(), kLeft, kRight,
                       kTop, curve());
  }

private:
  static constexpr int kLeft = 50, kRight = 640, kTop = 15, kBottom = 195;

  int x(uint64_t evaluations) const {
    const double whole = std::log1p(static_cast<double>(report.evaluations));
    const double part = std::log1p(static_cast<double>(evaluations)) / whole;
    return kLeft + static_cast<int>(std::lround(part * (kRight - kLeft)));
  }
  int y(size_t targets) const {
    const double part =
        static_cast<double>(targets) / static_cast<double>(total);
    return kBottom - static_cast<int>(std::lround(part * (kBottom - kTop)));
  }

  // A step for each pixel at most, however many targets there are.
  std::string curve() const {
    std::string path = fmt::format("M{} {}", kLeft, kBottom);
    for (size_t i = 0; i < found.size(); ++i)
      if (i + 1 == found.size() || x(found[i + 1]) != x(found[i]))
        path += fmt::format("H{}V{}", x(found[i]), y(i + 1));
    return path + fmt::format("H{}", kRight);
  }

  std::string axes() const {
    std::string lines = fmt::format(
        R"(<line class="axis" x1="{0}" x2="{1}" y1="{2}" y2="{2}"/>
<line class="axis" x1="{0}" x2="{0}" y1="{3}" y2="{2}"/>
<text x="{4}" y="{5}" text-anchor="end">{6}</text>
<text x="{4}" y="{2}" text-anchor="end">0</text>
<text x="{1}" y="{7}" text-anchor="end">{8}</text>
)",
        kLeft, kRight, kBottom, kTop, kLeft - 6, kTop + 4, total, kBottom + 18,
        grouped(report.evaluations));
    for (uint64_t power = 1; power < report.evaluations; power *= 10) {
      // Not below the last one.
      if (x(power) > kRight - 90)
        break;
      lines += fmt::format(
          R"(<line class="axis" x1="{0}" x2="{0}" y1="{1}" y2="{2}"/>
<text x="{0}" y="{3}" text-anchor="middle">{4}</text>
)",
          x(power), kBottom, kBottom + 4, kBottom + 18, grouped(power));
    }
    return lines;
  }

  const FunctionReport &report;
  const size_t total;
  std::vector<uint64_t> found;
};

// --- a function ------------------------------------------------------------

// Its parts refer to each other by ids, which begin with `prefix`.
class Section {
public:
  Section(const FunctionReport &report, std::string prefix, int level,
          std::ostream &out)
      : report(report), goal(report.kind()), prefix(std::move(prefix)),
        level(level), source(annotatedSource(report)), out(out) {
    for (const AnnotatedPart &part : source)
      for (const AnnotatedLine &line : part.lines)
        for (const AnnotatedSite &each : line.sites)
          labels[each.site->id] = each.label;
  }

  void write() {
    summary();
    findings();
    listing();
    rest();
    comparison();
    tests();
  }

private:
  template <class... Args>
  void add(fmt::format_string<Args...> format, Args &&...args) {
    out << fmt::format(format, std::forward<Args>(args)...);
  }

  void heading(const char *id, const std::string &words) {
    std::string text = escaped(words);
    text[0] = static_cast<char>(std::toupper(text[0]));
    add("<h{0} id=\"{1}{2}\">{3}</h{0}>\n", level, prefix, id, text);
  }

  std::string branchId(const ReportedSite &site, size_t outcome) const {
    return fmt::format("{}b{}{}", prefix, site.id,
                       goal.isAtPlaces ? ""
                       : outcome != 0  ? "t"
                                       : "f");
  }
  std::string testId(size_t index) const {
    return fmt::format("{}t{}", prefix, index + 1);
  }
  std::string findingId(size_t index) const {
    return fmt::format("{}e{}", prefix, index + 1);
  }
  std::string lineId(size_t part, unsigned number) const {
    return part == 0 ? fmt::format("{}l{}", prefix, number)
                     : fmt::format("{}l{}-{}", prefix, part, number);
  }

  const char *outcomeWord(size_t outcome) const {
    return goal.isAtPlaces ? "" : outcome != 0 ? "true" : "false";
  }

  // "f.c:12:7 case 2 of 3 true", where another part speaks of a branch.
  std::string link(const ReportedSite &site, size_t outcome) const {
    std::string words =
        fmt::format("{}:{}:{}", site.file, site.line, site.column);
    for (const std::string &word :
         {labels.at(site.id), std::string(outcomeWord(outcome))})
      if (!word.empty())
        words += ' ' + word;
    return fmt::format("<a href=\"#{}\">{}</a>", branchId(site, outcome),
                       escaped(words));
  }

  void summary() {
    if (report.sites.empty())
      add("<p>no {}</p>\n", goal.words.targets);
    else
      out << countsHtml(report.verdicts(), goal.words);
    add("<p class=\"soft\">{}, {}, {:.2f} s",
        plural(report.tests.size(), "test"),
        plural(report.evaluations, "evaluation"), report.timing.total);
    if (const auto &gcov = report.gcov)
      add("; gcov ({}): lines {}/{} {}, branches {}/{} {}",
          escaped(gcov->compiler), gcov->lines.hit, gcov->lines.total,
          percent(gcov->lines), gcov->branches.hit, gcov->branches.total,
          percent(gcov->branches));
    add("</p>\n");
    for (const std::string &note : notesOf(report))
      add("<p>Note: {}.</p>\n", escaped(note));
    out << Plot(report).html();
  }

  void findings() {
    if (report.findings.empty())
      return;
    heading("findings", plural(report.findings.size(), "finding"));
    add("<ol>\n");
    for (size_t i = 0; i < report.findings.size(); ++i) {
      const ReportedFinding &finding = report.findings[i];
      add("<li id=\"{}\"><span class=\"open\">{}</span>: {}", findingId(i),
          escaped(finding.kind), escaped(finding.detail));
      for (size_t part = 0; part < source.size(); ++part)
        for (const AnnotatedLine &line : source[part].lines)
          if (std::ranges::find(line.findings, i) != line.findings.end())
            add(" <a href=\"#{}\">{}:{}</a>", lineId(part, line.number),
                escaped(source[part].file), line.number);
      if (!finding.inputs.empty())
        add("<br>with <code>{}</code>",
            escaped(formatTest(finding.calls, report.inputs, finding.inputs,
                               kMostInputs)));
      if (!finding.accepted.empty())
        add("<br>accepted: {}", escaped(finding.accepted));
      if (!finding.reproduce.empty())
        add("<pre>{}</pre>", escaped(finding.reproduce));
      add("</li>\n");
    }
    add("</ol>\n");
  }

  void listing() {
    if (source.empty())
      return;
    heading("source", "Source");
    for (size_t part = 0; part < source.size(); ++part) {
      HtmlTable table(out, "src",
                      fmt::format("<caption>{}</caption>\n<colgroup><col "
                                  "class=\"n\"><col class=\"c\"><col>"
                                  "</colgroup>\n{}",
                                  escaped(source[part].file),
                                  tableHead({"line", "runs", "source"})),
                      source[part].lines.size());
      for (const AnnotatedLine &line : source[part].lines) {
        table.startRow();
        sourceLine(part, line);
        if (!line.sites.empty() || !line.findings.empty())
          verdictLine(line);
      }
      table.end();
    }
  }

  static std::string classOfLine(const AnnotatedLine &line) {
    std::optional<Verdict> worst;
    for (const AnnotatedSite &each : line.sites)
      for (const ReportedTarget &target : each.site->targets)
        worst = std::max(worst.value_or(target.verdict), target.verdict);
    std::string names = worst ? classOf(*worst) : "";
    if (line.count == 0U)
      names += names.empty() ? "zero" : " zero";
    return names;
  }

  void sourceLine(size_t part, const AnnotatedLine &line) {
    const std::string names = classOfLine(line);
    add("<tr{}><td><a id=\"{}\" href=\"#{}\">{}</a></td><td>{}</td>"
        "<td>{}</td></tr>\n",
        names.empty() ? "" : fmt::format(" class=\"{}\"", names),
        lineId(part, line.number), lineId(part, line.number), line.number,
        line.count ? grouped(*line.count) : "", markedText(line));
  }

  // With a mark at each site's column, which counts bytes. Lines that another
  // file or the first bytes of a long line stand for have none.
  static std::string markedText(const AnnotatedLine &line) {
    std::vector<size_t> starts;
    for (const AnnotatedSite &each : line.sites)
      if (each.site->column != 0 && each.site->column <= line.text.size())
        starts.push_back(each.site->column - 1);
    std::sort(starts.begin(), starts.end());
    const std::string_view text = line.text;
    std::string html;
    size_t done = 0;
    for (const size_t start : starts) {
      const size_t length = lengthOfToken(text.substr(start));
      if (start < done || length == 0)
        continue;
      html += fmt::format("{}<mark>{}</mark>",
                          escaped(text.substr(done, start - done)),
                          escaped(text.substr(start, length)));
      done = start + length;
    }
    return html + escaped(text.substr(done));
  }

  // Of the name, number or operator that the text begins with; 0 for others.
  static size_t lengthOfToken(std::string_view text) {
    constexpr const char *kWord = "abcdefghijklmnopqrstuvwxyz"
                                  "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    constexpr const char *kOperator = "<>=!&|?";
    const size_t word = text.find_first_not_of(kWord);
    const size_t other = text.find_first_not_of(kOperator);
    if (word != 0)
      return std::min(word, text.size());
    return other != 0 ? std::min(other, text.size()) : text[0] == '(' ? 1 : 0;
  }

  void verdictLine(const AnnotatedLine &line) {
    add("<tr class=\"b\"><td></td><td></td><td>");
    const char *between = "";
    for (const AnnotatedSite &each : line.sites) {
      const ReportedSite &site = *each.site;
      add("{}{}{}{}", between,
          goal.isAtPlaces ? escaped(site.at)
                          : fmt::format("column {}", site.column),
          each.label.empty() ? "" : ", ", each.label);
      between = "<br>";
      for (size_t i = 0; i < site.targets.size(); ++i)
        verdict(site, i);
    }
    for (const size_t finding : line.findings) {
      add("{}<a class=\"open\" href=\"#{}\">finding {}: {}</a>", between,
          findingId(finding), finding + 1,
          escaped(report.findings[finding].kind));
      between = "<br>";
    }
    add("</td></tr>\n");
  }

  // Leads to its test, or to what is said of those that no test covers.
  void verdict(const ReportedSite &site, size_t outcome) {
    const ReportedTarget &target = site.targets[outcome];
    const auto index = static_cast<size_t>(target.verdict);
    const std::string id = branchId(site, outcome);
    add("<a id=\"{}\" class=\"{}\" href=\"#{}\">{} {}{}{}</a>", id,
        kVerdictClasses.at(index),
        target.test ? testId(*target.test) : id + "-why", outcomeWord(outcome),
        kVerdictSigns.at(index),
        target.test ? " " : fmt::format(" {}", goal.words.verdicts.at(index)),
        target.test ? fmt::format("test {}", *target.test + 1) : "");
  }

  // Of those that no test covers.
  void rest() {
    const VerdictCounts counts = report.verdicts();
    if (counts.covered == counts.total())
      return;
    heading("rest", goal.words.heading);
    HtmlTable table(out, "list rest",
                    tableHead({goal.words.targets, "verdict", "why"}),
                    counts.total() - counts.covered);
    for (const ReportedSite &site : report.sites)
      for (size_t i = 0; i < site.targets.size(); ++i)
        if (const ReportedTarget &target = site.targets[i]; !target.test) {
          const auto verdict = static_cast<size_t>(target.verdict);
          table.startRow();
          add("<tr id=\"{}-why\"><td>{}<br><code>{}</code></td>"
              "<td class=\"{}\">{} {}</td><td>{}</td></tr>\n",
              branchId(site, i), link(site, i), escaped(site.text),
              kVerdictClasses.at(verdict), kVerdictSigns.at(verdict),
              goal.words.verdicts.at(verdict), reasons(site, target));
        }
    table.end();
    if (counts.proved != 0)
      add("<p class=\"soft\">Proofs assume: {}.</p>\n",
          escaped(fmt::format("{}", fmt::join(report.proofsAssume, "; "))));
  }

  static std::string reasons(const ReportedSite &site,
                             const ReportedTarget &target) {
    std::vector<std::string> lines;
    if (target.proof) {
      lines.push_back(target.proof->reason);
      lines.push_back(fmt::format("{}: {}, {:.3f} s", target.proof->engine,
                                  workOf(*target.proof),
                                  target.proof->seconds));
    }
    if (!target.unconfirmed.empty())
      lines.push_back(target.unconfirmed);
    if (target.onlyNonReturning)
      lines.emplace_back("taken, but no such call returned");
    if (!site.isMeasurable)
      lines.push_back(fmt::format("a {}: no distance", site.operands));
    if (!target.hint.empty())
      lines.push_back(target.hint);
    if (!target.behind.empty())
      lines.push_back("no call gets here: behind " + target.behind);
    if (target.spent != 0)
      lines.push_back(plural(target.spent, "evaluation") + " spent");
    for (std::string &line : lines)
      line = escaped(line);
    return fmt::format("{}", fmt::join(lines, "<br>"));
  }

  void comparison() {
    if (!report.comparison)
      return;
    const ReportedComparison &comparison = *report.comparison;
    heading("error", fmt::format("error against {}", comparison.with));
    if (const auto &largest = comparison.largest)
      add("<p>Largest of {}: {} ULP with <code>{}</code>, which returns "
          "<code>{}</code> and not <code>{}</code>.</p>\n",
          plural(comparison.evaluations, "evaluation"), ulpsText(largest->ulps),
          escaped(formatInputs(report.inputs, largest->inputs, kMostInputs)),
          escaped(formatValue(largest->result)),
          escaped(formatValue(largest->expected)));
    HtmlTable table(out, "list", tableHead({"test", "ULP", "expected"}),
                    comparison.tests.size());
    for (const ReportedComparison::Test &each : comparison.tests) {
      table.startRow();
      add("<tr><td><a href=\"#{}\">{}</a></td><td>{}</td>"
          "<td><code>{}</code></td></tr>\n",
          testId(each.test), each.test + 1, ulpsText(each.ulps),
          escaped(formatValue(each.expected)));
    }
    table.end();
  }

  void tests() {
    if (report.tests.empty())
      return;
    // What the sites name as theirs: what all of them take would be tests times
    // branches.
    std::vector<std::vector<std::string>> links(report.tests.size());
    for (const ReportedSite &site : report.sites)
      for (size_t i = 0; i < site.targets.size(); ++i)
        if (const auto test = site.targets[i].test)
          links[*test].push_back(link(site, i));
    heading("tests", "Tests");
    HtmlTable table(out, "list tests",
                    tableHead({"test", "inputs", "result", "first to take"}),
                    report.tests.size());
    for (size_t i = 0; i < report.tests.size(); ++i) {
      const ReportedTest &test = report.tests[i];
      table.startRow();
      add("<tr id=\"{}\"><td>{}</td><td><code>{}</code></td>"
          "<td><code>{}</code></td><td>{}</td></tr>\n",
          testId(i), i + 1,
          escaped(
              formatTest(test.calls, report.inputs, test.inputs, kMostInputs)),
          escaped(endText(report, test)), fmt::join(links[i], ", "));
    }
    table.end();
  }

  const FunctionReport &report;
  const GoalKind &goal;
  const std::string prefix;
  const int level; // of its headings
  const std::vector<AnnotatedPart> source;
  std::map<uint32_t, std::string> labels; // of sites, by id
  std::ostream &out;
};

// --- a file ----------------------------------------------------------------

std::string functionId(size_t index) { return fmt::format("f{}", index + 1); }

void writeTable(const FileReport &report, std::ostream &out) {
  const GoalWords &words = report.kind().words;
  const std::vector<std::string> heads = {"function",
                                          "file",
                                          "#line",
                                          std::string("#") + words.targets,
                                          std::string("#") + words.verdicts[0],
                                          "#proved",
                                          "#deemed",
                                          "#open",
                                          "#decided",
                                          "#of feasible",
                                          "#gcov",
                                          "#findings",
                                          "#evaluations"};
  out << "<h2 id=\"functions\">Functions</h2>\n<div class=\"scroll\">\n"
         "<table class=\"list functions\">\n"
      << tableHead(heads);
  for (size_t i = 0; i < report.functions.size(); ++i) {
    const ReportedFunction &function = report.functions[i];
    out << fmt::format("<tr><td><a href=\"#{}\">{}</a></td><td>{}</td>{}",
                       functionId(i), escaped(function.name),
                       escaped(function.file),
                       numberCell(std::to_string(function.line)));
    if (function.status == FunctionStatus::Ran) {
      const FunctionSummary &sum = function.summary;
      const VerdictCounts &counts = sum.branches;
      for (const size_t number : {counts.total(), counts.covered, counts.proved,
                                  counts.deemed, counts.open})
        out << numberCell(grouped(number));
      for (const Ratio &ratio : {counts.decided(), counts.ofFeasible()})
        out << numberCell(counts.total() == 0 ? "-" : percent(ratio));
      out << numberCell(sum.gcov ? percent(*sum.gcov) : "-")
          << numberCell(grouped(sum.findings))
          << numberCell(grouped(sum.evaluations));
    } else {
      for (size_t column = 3; column < heads.size(); ++column)
        out << numberCell("");
    }
    out << "</tr>\n";
  }
  out << "</tbody>\n</table>\n</div>\n";
}

const char *statusWords(FunctionStatus status) {
  switch (status) {
  case FunctionStatus::Ran:
    return "run";
  case FunctionStatus::Skipped:
    return "skipped";
  case FunctionStatus::Failed:
    return "failed";
  case FunctionStatus::NotRun:
    break;
  }
  return "not run";
}

} // namespace

void writeHtmlSection(const FunctionReport &report, std::ostream &out) {
  Section(report, "", 2, out).write();
}

void HtmlReport::write(const FunctionReport &report, const TextStyle &,
                       std::ostream &out) const {
  out << pageBegin(report.entry)
      << fmt::format("<p class=\"soft\">{}</p>\n", escaped(report.source));
  writeHtmlSection(report, out);
  out << pageEnd(report.tool);
}

void HtmlReport::write(const FileReport &report, const TextStyle &,
                       std::ostream &out) const {
  const FunctionSummary sum = report.total();
  const std::string first =
      std::filesystem::path(report.source).filename().string();
  out << pageBegin(sourcesText(first, report))
      << countsHtml(sum.branches, report.kind().words)
      << fmt::format("<p class=\"soft\">{} run, {} skipped, {} failed, {} not "
                     "run; {}, {}, {:.2f} s</p>\n",
                     plural(report.count(FunctionStatus::Ran), "function"),
                     report.count(FunctionStatus::Skipped),
                     report.count(FunctionStatus::Failed),
                     report.count(FunctionStatus::NotRun),
                     plural(sum.findings, "finding") + ", " +
                         plural(sum.suspicions, "suspicion"),
                     plural(sum.evaluations, "evaluation"),
                     report.timing.total);
  if (report.wasInterrupted)
    out << "<p>Note: the run was interrupted.</p>\n";
  writeTable(report, out);
  for (size_t i = 0; i < report.functions.size(); ++i) {
    const ReportedFunction &function = report.functions[i];
    out << fmt::format(
        "<section class=\"function\" id=\"{}\">\n<h2>{}</h2>\n"
        "<p class=\"soft\">{}:{} <a href=\"#functions\">to the table</a></p>\n",
        functionId(i), escaped(function.name), escaped(function.file),
        function.line);
    if (!function.reason.empty() || function.status != FunctionStatus::Ran)
      out << fmt::format("<p>{}: {}</p>\n", statusWords(function.status),
                         escaped(function.reason));
    if (function.status == FunctionStatus::Ran) {
      const FunctionReport suite = report.reportOf(i);
      Section(suite, functionId(i) + "-", 3, out).write();
    }
    out << "</section>\n";
  }
  out << pageEnd(report.tool);
}

} // namespace coverme
