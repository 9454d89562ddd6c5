// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What `coverme explain` reads: the place in the first line, then the report.

#include "report/Explain.h"

#include "Fuzz.h"
#include "support/Files.h"

int coverme::fuzz::tryInput(std::string_view bytes) {
  const size_t end = std::min(bytes.find('\n'), bytes.size());
  const MemoryFile report(bytes.substr(std::min(end + 1, bytes.size())));
  explain(report.path(), std::string(bytes.substr(0, end)));
  return 0;
}
