// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/FunctionList.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace coverme {

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
