// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/TextWriter.h"

namespace coverme {

std::string TextWriter::bold(const std::string &words) const {
  return inLook(fmt::emphasis::bold, words);
}

std::string TextWriter::painted(const std::string &words,
                                fmt::terminal_color colour) const {
  return inLook(fmt::fg(colour), words);
}

std::string TextWriter::wordsOf(const VerdictCounts &branches) const {
  const auto colour = branches.decided().percent() == 100.0
                          ? fmt::terminal_color::green
                          : fmt::terminal_color::yellow;
  return fmt::format("{}, {} proved infeasible, {} deemed infeasible, {} open",
                     inLook(fmt::fg(colour) | fmt::emphasis::bold,
                            fmt::format("{} of {} branches covered",
                                        branches.covered, branches.total())),
                     branches.proved, branches.deemed, branches.open);
}

std::string TextWriter::inLook(const fmt::text_style &look,
                               const std::string &words) const {
  return style.colour ? fmt::format(look, "{}", words) : words;
}

} // namespace coverme
