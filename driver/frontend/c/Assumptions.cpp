// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/c/Assumptions.h"

#include "frontend/c/Compiler.h"
#include "frontend/c/Harness.h"

#include <sstream>

namespace coverme {

std::vector<AssumedBound>
boundsInAssumptions(const Program &program, uint32_t entry,
                    const std::filesystem::path &folder) {
  const Function &function = program.functions[entry];
  if (function.plan.assumptions.empty())
    return {};
  std::istringstream lines(readAssumptions(assumptionsText(program, function),
                                           function.plan.assumptions.size(),
                                           folder));
  std::vector<AssumedBound> bounds;
  AssumedBound bound;
  size_t assumption = 0;
  for (std::string end; lines >> std::dec >> assumption >> bound.name >> end >>
                        std::hex >> bound.bits;) {
    bound.isLeast = end == "least";
    bounds.push_back(bound);
  }
  return bounds;
}

} // namespace coverme
