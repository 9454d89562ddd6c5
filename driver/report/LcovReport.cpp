// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/LineReports.h"
#include "report/TraceFilter.h"

#include <fmt/ostream.h>

namespace coverme {

namespace {

// To lcov a name ends at its first comma.
std::string plainName(std::string name) {
  std::erase(name, ',');
  return name;
}

} // namespace

void LcovReport::writeLines(const CoverageByFile &files, const std::string &,
                            std::ostream &out) const {
  for (const auto &[path, file] : files) {
    fmt::print(out, "TN:{}\nSF:{}\n",
               hasInfeasible ? "coverme" : "coverme_feasible", path);
    for (const FunctionCoverage &function : file.functions)
      fmt::print(out, "FN:{},{}\n", function.line, plainName(function.name));
    for (const FunctionCoverage &function : file.functions)
      fmt::print(out, "FNDA:{},{}\n", function.tests, plainName(function.name));
    const Ratio functions = file.functionRatio();
    fmt::print(out, "FNF:{}\nFNH:{}\n", functions.total, functions.hit);
    for (const auto &[number, line] : file.lines)
      for (size_t block = 0; block < line.decisions.size(); ++block)
        for (size_t i = 0; i < 2; ++i) {
          const DecisionCoverage &decision = line.decisions[block];
          const std::string name = fmt::format("{},{},{}", number, block, i);
          if (hasInfeasible || decision.outcomes[i].isFeasible())
            fmt::print(out, "BRDA:{},{}\n", name, decision.outcomes[i].tests);
          else
            out << removalComment(name, decision, i);
        }
    const Ratio branches = file.branchRatio(hasInfeasible);
    fmt::print(out, "BRF:{}\nBRH:{}\n", branches.total, branches.hit);
    for (const auto &[number, line] : file.lines)
      fmt::print(out, "DA:{},{}\n", number, line.count);
    const Ratio lines = file.lineRatio();
    fmt::print(out, "LF:{}\nLH:{}\nend_of_record\n", lines.total, lines.hit);
  }
}

} // namespace coverme
