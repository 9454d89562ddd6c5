// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/CompilerHeaders.h"

namespace coverme {

std::set<uint32_t> functionsOfCompilerHeaders(const Program &program) {
  std::set<uint32_t> found;
  for (size_t i = 0; i < program.modules.size(); ++i) {
    const uint32_t end = i + 1 < program.modules.size()
                             ? program.modules[i + 1].firstFunction
                             : static_cast<uint32_t>(program.functions.size());
    std::set<uint32_t> sources; // with debug information
    for (uint32_t f = program.modules[i].firstFunction; f < end; ++f)
      if (program.functions[f].line != 0)
        sources.insert(program.functions[f].source);
    for (uint32_t f = program.modules[i].firstFunction; f < end; ++f)
      if (program.functions[f].line == 0 &&
          sources.contains(program.functions[f].source))
        found.insert(f);
  }
  return found;
}

} // namespace coverme
