// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/OutcomeLines.h"

#include "core/Program.h"
#include "coverme/abi.h"
#include "coverme/ways.h"

#include <cstring>

namespace coverme {

std::vector<OutcomeLines>
readOutcomeLines(const std::filesystem::path &object) {
  const std::string tables = readSection(object, COVERME_TABLES_SECTION);
  std::vector<OutcomeLines> all;
  for (size_t begin = 0; begin + sizeof(coverme_module) <= tables.size();) {
    coverme_module header;
    std::memcpy(&header, tables.data() + begin, sizeof header);
    size_t at = begin + sizeof header +
                header.constantCount * sizeof(coverme_constant) +
                header.functionCount * sizeof(coverme_function) +
                header.parameterCount * sizeof(coverme_parameter);
    for (uint32_t i = 0; i < header.siteCount;
         ++i, at += sizeof(coverme_site)) {
      coverme_site site;
      std::memcpy(&site, tables.data() + at, sizeof site);
      OutcomeLines ways;
      ways.isKnown = (site.reserved & COVERME_WAYS_KNOWN) != 0;
      ways.trueStandsFirst = (site.reserved & COVERME_WAYS_TRUE_FIRST) != 0;
      for (const bool outcome : {false, true})
        if (const uint32_t line =
                site.reserved >> COVERME_WAYS_LINE_SHIFT(outcome) &
                COVERME_WAYS_LINE_MASK;
            line != 0)
          ways.lines[outcome] = site.line + line - COVERME_WAYS_LINE_BIAS;
      all.push_back(ways);
    }
    begin += header.byteSize;
  }
  return all;
}

} // namespace coverme
