// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/LineReports.h"
#include "report/Markup.h"

#include <fmt/ostream.h>

#include <filesystem>
#include <map>
#include <vector>

namespace coverme {
namespace {

double rate(const Ratio &ratio) { return ratio.percent() / 100; }

void writeLine(unsigned number, const LineCoverage &line, std::ostream &out) {
  Ratio branches;
  for (const DecisionCoverage &decision : line.decisions)
    for (const auto &outcome : decision.outcomes)
      branches += {outcome.tests != 0 ? 1U : 0U, 1};
  fmt::print(out, "            <line number=\"{}\" hits=\"{}\" branch=\"{}\"",
             number, line.count, branches.total != 0);
  if (branches.total == 0) {
    fmt::print(out, "/>\n");
    return;
  }
  fmt::print(out, " condition-coverage=\"{}% ({}/{})\">\n",
             branches.hit * 100 / branches.total, branches.hit, branches.total);
  fmt::print(out, "              <conditions>\n");
  for (size_t i = 0; i < line.decisions.size(); ++i) {
    const auto &outcomes = line.decisions[i].outcomes;
    fmt::print(out,
               "                <condition number=\"{}\" type=\"{}\" "
               "coverage=\"{}%\"/>\n",
               i, line.decisions[i].kind == "case" ? "switch" : "jump",
               50 * ((outcomes[0].tests != 0) + (outcomes[1].tests != 0)));
  }
  fmt::print(out, "              </conditions>\n            </line>\n");
}

void writeFile(const std::string &path, const FileCoverage &file,
               std::ostream &out) {
  fmt::print(out,
             "        <class name=\"{}\" filename=\"{}\" line-rate=\"{:.4f}\" "
             "branch-rate=\"{:.4f}\" complexity=\"0.0\">\n"
             "          <methods/>\n          <lines>\n",
             escaped(std::filesystem::path(path).filename().string()),
             escaped(path), rate(file.lineRatio()), rate(file.branchRatio()));
  for (const auto &[number, line] : file.lines)
    writeLine(number, line, out);
  fmt::print(out, "          </lines>\n        </class>\n");
}

} // namespace

void CoberturaReport::writeLines(const CoverageByFile &files,
                                 const std::string &tool,
                                 std::ostream &out) const {
  struct Package {
    Ratio lines, branches;
    std::vector<const CoverageByFile::value_type *> files;
  };
  Package whole;
  std::map<std::string, Package> packages; // by folder
  for (const auto &each : files) {
    const std::string folder =
        std::filesystem::path(each.first).parent_path().string();
    for (Package *package :
         {&whole, &packages[folder.empty() ? "." : folder]}) {
      package->lines += each.second.lineRatio();
      package->branches += each.second.branchRatio();
      package->files.push_back(&each);
    }
  }
  // No time: the same run gives the same report.
  fmt::print(out,
             "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
             "<!DOCTYPE coverage SYSTEM "
             "\"http://cobertura.sourceforge.net/xml/coverage-04.dtd\">\n"
             "<coverage line-rate=\"{:.4f}\" branch-rate=\"{:.4f}\" "
             "lines-covered=\"{}\" lines-valid=\"{}\" branches-covered=\"{}\" "
             "branches-valid=\"{}\" complexity=\"0.0\" version=\"{}\" "
             "timestamp=\"0\">\n"
             "  <sources>\n    <source>.</source>\n  </sources>\n"
             "  <packages>\n",
             rate(whole.lines), rate(whole.branches), whole.lines.hit,
             whole.lines.total, whole.branches.hit, whole.branches.total,
             escaped(tool));
  for (const auto &[name, package] : packages) {
    fmt::print(out,
               "    <package name=\"{}\" line-rate=\"{:.4f}\" "
               "branch-rate=\"{:.4f}\" complexity=\"0.0\">\n      <classes>\n",
               escaped(name), rate(package.lines), rate(package.branches));
    for (const auto *file : package.files)
      writeFile(file->first, file->second, out);
    fmt::print(out, "      </classes>\n    </package>\n");
  }
  fmt::print(out, "  </packages>\n</coverage>\n");
}

} // namespace coverme
