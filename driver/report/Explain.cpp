// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/Explain.h"

#include "report/Values.h"
#include "support/Error.h"
#include "support/Files.h"
#include "support/Grouped.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>
#include <set>
#include <vector>

namespace coverme {
namespace {

// --- where -----------------------------------------------------------------

struct WantedPlace {
  std::filesystem::path file;     // or the end of it; empty: any
  std::optional<uint64_t> line;   // one of these two
  std::optional<uint64_t> site;   // by its id
  std::optional<uint64_t> column; // with a line
  std::optional<bool> outcome;
};

std::optional<uint64_t> numberOf(const std::string &text) {
  uint64_t number = 0;
  const char *end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || rest != end)
    return std::nullopt;
  return number;
}

// What stands behind the last colon, cut off; all of it without a colon.
std::string takeLast(std::string &text) {
  const size_t colon = text.rfind(':');
  const std::string last = text.substr(colon + 1);
  text.resize(colon == std::string::npos ? 0 : colon);
  return last;
}

WantedPlace wantedPlaceOf(const std::string &text) {
  WantedPlace place;
  std::string rest = text;
  if (rest.ends_with(":true") || rest.ends_with(":false"))
    place.outcome = takeLast(rest) == "true";
  const std::optional<uint64_t> last = numberOf(takeLast(rest));
  if (!last)
    fail(ExitCode::BadInput,
         "'{}' is no place; [FILE:]LINE[:COLUMN] and site:NUMBER are, with or "
         "without :true or :false",
         text);
  if (rest == "site") {
    place.site = last;
    return place;
  }
  std::string file = rest;
  const std::optional<uint64_t> before = numberOf(takeLast(file));
  if (before) {
    place.line = before;
    place.column = last;
    rest = file;
  } else {
    place.line = last;
  }
  place.file = rest;
  return place;
}

// Either may begin further up.
bool isIn(const ReportedSite &site, const WantedPlace &place) {
  return place.file.empty() || endsWith(site.path, place.file) ||
         endsWith(place.file, site.path);
}

bool isAt(const ReportedSite &site, const WantedPlace &place) {
  if (place.site)
    return site.id == *place.site;
  return isIn(site, place) && site.line == *place.line &&
         (!place.column || site.column == *place.column);
}

[[noreturn]] void failNothingAt(const std::string &text,
                                const WantedPlace &place,
                                const std::vector<ReportedSite> &sites) {
  if (place.site)
    fail(ExitCode::BadInput, "there is no site {} in the report", *place.site);
  std::set<std::string> files;
  std::set<uint64_t> lines, columns;
  for (const ReportedSite &site : sites) {
    files.insert(site.path);
    if (!isIn(site, place))
      continue;
    lines.insert(site.line);
    if (site.line == *place.line)
      columns.insert(site.column);
  }
  if (files.empty())
    fail(ExitCode::BadInput, "there are no branches in the report");
  if (lines.empty())
    fail(ExitCode::BadInput, "no branches in '{}'; the report is about {}",
         place.file.string(), fmt::join(files, ", "));
  if (!columns.empty())
    fail(ExitCode::BadInput,
         "no branch at '{}'; on this line, they are at column {}", text,
         fmt::join(columns, ", "));
  const auto gap = [&](uint64_t line) {
    return line < *place.line ? *place.line - line : line - *place.line;
  };
  fail(ExitCode::BadInput, "no branch at '{}'; the nearest line with one is {}",
       text,
       *std::min_element(
           lines.begin(), lines.end(),
           [&](uint64_t a, uint64_t b) { return gap(a) < gap(b); }));
}

// Files of one name have lines of one number.
void checkIsOne(const WantedPlace &place,
                const std::vector<ReportedSite> &sites) {
  std::set<std::string> files;
  for (const ReportedSite &site : sites)
    if (isAt(site, place))
      files.insert(site.path);
  if (!place.file.empty() && files.size() > 1)
    fail(ExitCode::BadInput, "line {} is in {} files: {}; choose one: {}:{}",
         *place.line, files.size(), fmt::join(files, ", "), *files.begin(),
         *place.line);
}

// --- what ------------------------------------------------------------------

const char *unitOf(const std::string &engine) {
  return engine == "exhaustion" ? "inputs run"
         : engine == "interval" ? "boxes visited"
                                : "queries asked";
}

// Appends what a function's report knows.
class Explainer {
public:
  Explainer(const FunctionReport &report, std::string &out)
      : report(report), isPlaces(report.kind().isAtPlaces), out(out) {}

  void write(const ReportedSite &site, bool outcome) {
    const ReportedTarget &target = site.targets[isPlaces ? 0 : outcome];
    fmt::format_to(
        std::back_inserter(out), "{}{}:{}:{}{}  {}\n", out.empty() ? "" : "\n",
        site.file, site.line, site.column,
        isPlaces  ? ""
        : outcome ? "  true "
                  : "  false",
        report.kind().words.verdicts[static_cast<size_t>(target.verdict)]);
    line("function", site.function);
    if (isPlaces)
      line("place", site.at);
    else
      line("site",
           fmt::format("{}, a {} on {}", site.id, site.kind, site.operands));
    if (target.test)
      writeTest(*target.test);
    else
      line("spent", grouped(target.spent) + " evaluations");
    if (target.proof)
      writeProof(*target.proof);
    if (!target.unconfirmed.empty())
      line("unconfirmed", target.unconfirmed);
    if (!target.behind.empty())
      line("behind", target.behind);
    if (!target.hint.empty())
      line("hint", target.hint);
    if (!target.test && !target.proof && !report.unprovable.empty())
      line("unproved", "because " + report.unprovable);
  }

private:
  void line(const std::string &name, const std::string &words) {
    fmt::format_to(std::back_inserter(out), "  {:<9} {}\n", name, words);
  }

  // "1 (0x1p+0)  0x3ff0000000000000".
  static std::string withBits(const ReportedValue &value) {
    return fmt::format("{}  {}", formatValue(value), value.bits);
  }

  void writeTest(size_t index) {
    const ReportedTest &test = report.tests[index];
    line("test", std::to_string(index + 1));
    for (size_t i = 0; i < test.inputs.size(); ++i) {
      const ReportedVariable &known = report.inputs[i];
      if (test.inputs[i].isIdle && !test.calls.empty())
        continue; // of a call that is not made
      line("input", fmt::format("{} = {}", known.name,
                                known.places.empty()
                                    ? withBits(test.inputs[i])
                                    : formatValue(test.inputs[i], known)));
    }
    for (const ReportedCall &call : test.calls)
      line("call", fmt::format("{}{}({})",
                               call.target.empty() ? "" : call.target + " = ",
                               call.function, fmt::join(call.arguments, ", ")));
    if (test.result)
      line("result", withBits(*test.result));
    if (!test.ending.empty())
      line("ending", test.ending);
    line(isPlaces ? "reaches" : "takes", pathOf(test));
  }

  // The targets on the way of a test, in the order of the sites.
  std::string pathOf(const ReportedTest &test) const {
    std::string path;
    for (const ReportedSite &site : report.sites)
      for (const bool outcome : {false, true})
        if (test.covers.contains(branchOf(site.id, outcome)))
          path += fmt::format("{}{}:{}{}", path.empty() ? "" : ", ", site.line,
                              site.column,
                              isPlaces  ? ""
                              : outcome ? " true"
                                        : " false");
    return path;
  }

  void writeProof(const ReportedProof &proof) {
    line("engine", proof.engine);
    line("boxes",
         fmt::format("{} ({})", grouped(proof.boxes), unitOf(proof.engine)));
    line("seconds", fmt::format("{:.6g}", proof.seconds));
    line("reason", proof.reason);
  }

  const FunctionReport &report;
  const bool isPlaces;
  std::string &out;
};

// Calls it with each function's report.
template <class Visit> void forEachSuite(const Report &report, Visit visit) {
  if (const auto *suite = std::get_if<FunctionReport>(&report))
    return visit(*suite);
  const auto &file = std::get<FileReport>(report);
  for (size_t i = 0; i < file.functions.size(); ++i)
    if (file.functions[i].status == FunctionStatus::Ran)
      visit(file.reportOf(i));
}

} // namespace

std::string explain(const Report &report, const std::string &place) {
  const WantedPlace wanted = wantedPlaceOf(place);
  std::string out;
  std::vector<ReportedSite> sites;
  forEachSuite(report, [&](const FunctionReport &suite) {
    sites.insert(sites.end(), suite.sites.begin(), suite.sites.end());
    for (const ReportedSite &site : suite.sites)
      if (isAt(site, wanted))
        for (const bool outcome : {false, true})
          if (outcome == wanted.outcome.value_or(outcome) &&
              (outcome || !suite.kind().isAtPlaces))
            Explainer(suite, out).write(site, outcome);
  });
  if (out.empty())
    failNothingAt(place, wanted, sites);
  checkIsOne(wanted, sites);
  return out;
}

} // namespace coverme
