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

std::string TextWriter::countsText(const VerdictCounts &counts,
                                   const GoalKind &goal) const {
  const GoalWords &words = goal.words;
  const auto colour = counts.decided().percent() == 100.0
                          ? fmt::terminal_color::green
                          : fmt::terminal_color::yellow;
  const std::string head = fmt::format(
      "{} of {} {} {}", counts.covered, counts.total(),
      counts.total() == 1 ? words.target : words.targets, words.verdicts[0]);
  std::string text = fmt::format(
      "{}, {} {}", inLook(fmt::fg(colour) | fmt::emphasis::bold, head),
      counts.proved, words.verdicts[1]);
  // Only the heuristic of branch coverage deems anything.
  if (!goal.isAtPlaces)
    text += fmt::format(", {} {}", counts.deemed, words.verdicts[2]);
  return text + fmt::format(", {} {}", counts.open, words.verdicts[3]);
}

std::string TextWriter::inLook(const fmt::text_style &look,
                               const std::string &words) const {
  return style.colour ? fmt::format(look, "{}", words) : words;
}

} // namespace coverme
