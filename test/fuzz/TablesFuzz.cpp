// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The section of tables of an instrumented object.

#include "target/Program.h"

#include "Fuzz.h"

#include <cstdlib>

// What others take for granted of what is not refused.
static void require(bool holds) {
  if (!holds)
    std::abort();
}

int coverme::fuzz::tryInput(std::string_view bytes) {
  const Program program = parseTables(std::string(bytes), "fuzz");
  for (const Function &function : program.functions) {
    function.signature();
    require(function.firstSite <= program.sites.size() &&
            function.siteCount <= program.sites.size() - function.firstSite);
    for (uint32_t i = 0; i < function.siteCount; ++i)
      require(
          &program.functions[program.sites[function.firstSite + i].function] ==
          &function);
  }
  for (const Site &site : program.sites)
    for (const Successors &next : site.next) {
      for (const uint32_t other : next.sites)
        require(other < program.sites.size());
      for (const uint32_t function : next.functions)
        require(function < program.functions.size());
    }
  return 0;
}
