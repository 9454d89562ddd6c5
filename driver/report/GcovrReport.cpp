// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/JsonReport.h"
#include "report/LineReports.h"

#include <nlohmann/json.hpp>

#include <ostream>

namespace coverme {

void GcovrReport::writeLines(const CoverageByFile &files,
                             const std::string &tool, std::ostream &out) const {
  using Json = nlohmann::ordered_json;
  Json list = Json::array();
  for (const auto &[path, file] : files) {
    Json functions = Json::array(), lines = Json::array();
    for (const FunctionCoverage &function : file.functions)
      functions.push_back({{"name", function.name},
                           {"lineno", function.line},
                           {"execution_count", function.tests}});
    for (const auto &[number, line] : file.lines) {
      Json branches = Json::array();
      for (const DecisionCoverage &decision : line.decisions)
        for (const auto &outcome : decision.outcomes)
          branches.push_back({{"count", outcome.tests},
                              {"fallthrough", false},
                              {"throw", false}});
      lines.push_back({{"line_number", number},
                       {"count", line.count},
                       {"gcovr/noncode", false},
                       {"gcovr/excluded", false},
                       {"branches", std::move(branches)}});
    }
    list.push_back({{"file", path},
                    {"functions", std::move(functions)},
                    {"lines", std::move(lines)}});
  }
  out << jsonText(Json{{"gcovr/format_version", "0.3"},
                       {"tool", tool},
                       {"files", std::move(list)}})
      << '\n';
}

} // namespace coverme
