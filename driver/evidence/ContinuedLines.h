// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which lines of a source go on with the expression of the line ahead.
#ifndef COVERME_EVIDENCE_CONTINUEDLINES_H
#define COVERME_EVIDENCE_CONTINUEDLINES_H

#include <string_view>
#include <vector>

namespace coverme {

class ContinuedLines {
public:
  explicit ContinuedLines(std::string_view source);

  // Within parentheses that opened ahead, or beside && or its like at the end
  // of the line ahead or at its own begin; not around a directive. From 1.
  bool contains(unsigned line) const {
    return line < continues.size() && continues[line];
  }
  // The line that the expression on the line begins on.
  unsigned firstOf(unsigned line) const {
    while (contains(line))
      --line;
    return line;
  }

private:
  std::vector<bool> continues; // by line
};

} // namespace coverme

#endif
