// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/OutcomeLines.h"

#include "core/Program.h"
#include "coverme/abi.h"
#include "coverme/outcome_lines.h"

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
      OutcomeLines outcomes;
      outcomes.trueStandsFirst =
          (site.outcomes & COVERME_OUTCOMES_TRUE_FIRST) != 0;
      outcomes.isOfWhole = (site.outcomes & COVERME_OUTCOMES_OF_WHOLE) != 0;
      outcomes.isOfValue = (site.outcomes & COVERME_OUTCOMES_OF_VALUE) != 0;
      outcomes.isOfChoice = (site.outcomes & COVERME_OUTCOMES_OF_CHOICE) != 0;
      if ((site.outcomes & COVERME_OUTCOMES_KEPT_BY_GCC) != 0)
        outcomes.areTurned = false;
      if ((site.outcomes & COVERME_OUTCOMES_TURNED_BY_GCC) != 0)
        outcomes.areTurned = true;
      for (const bool outcome : {false, true})
        if (const uint32_t line =
                site.outcomes >> COVERME_OUTCOMES_LINE_SHIFT(outcome) &
                COVERME_OUTCOMES_LINE_MASK;
            line != 0)
          outcomes.lines[outcome] =
              site.line + line - COVERME_OUTCOMES_LINE_BIAS;
      all.push_back(outcomes);
    }
    begin += header.byteSize;
  }
  return all;
}

} // namespace coverme
