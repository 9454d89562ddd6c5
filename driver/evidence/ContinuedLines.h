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
  // Lines have the numbers that #line gives them, where that is of a file of
  // this name (without its folder).
  ContinuedLines(std::string_view source, std::string_view name);

  // Does the line go on with the expression of the line ahead: is it within
  // parentheses that opened there, or beside an && or the like that ends that
  // line or begins this one? Beside a preprocessor directive, only parentheses
  // count. Lines count from 1.
  bool contains(unsigned line) const {
    return line < continues.size() && continues[line];
  }
  // The line on which the expression on this line begins.
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
