// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/FunctionList.h"

#include "core/ForeignHeaders.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>

namespace coverme {

namespace {

bool isOfSource(const Function &function, const RunOptions &options) {
  std::error_code error; // one that is not there is another one
  return std::filesystem::equivalent(
      function.file, options.sources().at(function.source), error);
}

} // namespace

std::string functionList(const Program &program, const RunOptions &options) {
  const std::set<uint32_t> hidden = functionsOfCompilerHeaders(program);
  const std::vector<std::filesystem::path> system =
      systemFolders(options.allFlags());
  // A static function of a header is in each source that includes it.
  std::set<std::tuple<std::string, unsigned, std::string>> known;
  std::vector<const Function *> functions;
  for (uint32_t i = 0; i < program.functions.size(); ++i) {
    const Function &function = program.functions[i];
    if (options.isCounted(function.source) && !hidden.contains(i) &&
        (isOfSource(function, options) || !isOfSystem(function, system)) &&
        (function.line == 0 ||
         known.insert({function.file, function.line, function.signature()})
             .second))
      functions.push_back(&function);
  }
  std::sort(functions.begin(), functions.end(),
            [](const Function *a, const Function *b) {
              return std::tie(a->source, a->file, a->line, a->name) <
                     std::tie(b->source, b->file, b->line, b->name);
            });
  std::string out;
  std::optional<uint32_t> source; // of the function before
  for (const Function *function : functions) {
    if (!options.others.empty() && function->source != source)
      out +=
          fmt::format("{}\n", options.sources().at(function->source).string());
    source = function->source;
    out += fmt::format("{:>5} {}  {}\n", function->siteCount,
                       function->siteCount == 1 ? "site " : "sites",
                       function->signature());
  }
  return out;
}

} // namespace coverme
