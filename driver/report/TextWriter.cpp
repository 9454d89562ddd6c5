// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/TextWriter.h"

#include "report/TextReport.h"

#include <fmt/ranges.h>

namespace coverme {
namespace {

// "end in SIGABRT or exit 3".
std::string endingWords(const std::set<std::string> &endings) {
  if (endings.empty())
    return "do not return";
  std::vector<std::string> nouns;
  for (const std::string &ending : endings)
    nouns.push_back(ending == "throws"             ? "an exception"
                    : ending.starts_with("exits ") ? "exit " + ending.substr(6)
                                                   : ending);
  return fmt::format("end in {}", fmt::join(nouns, " or "));
}

} // namespace

std::string TextWriter::bold(const std::string &words) const {
  return inLook(fmt::emphasis::bold, words);
}

std::string TextWriter::painted(const std::string &words,
                                fmt::terminal_color colour) const {
  return inLook(fmt::fg(colour), words);
}

std::string TextWriter::countsText(const VerdictCounts &counts,
                                   const GoalKind &goal,
                                   const std::set<std::string> &endings) const {
  const GoalWords &words = goal.words;
  const auto colour = counts.decided().percent() == 100.0
                          ? fmt::terminal_color::green
                          : fmt::terminal_color::yellow;
  const std::string head = fmt::format(
      "{} of {} {} {}", counts.covered, counts.total(),
      counts.total() == 1 ? words.target : words.targets, words.verdicts[0]);
  std::string ended;
  if (counts.ended != 0)
    ended = fmt::format(", {} of them only by tests that {}", counts.ended,
                        endingWords(endings));
  std::string text = fmt::format(
      "{}{}, {} {}", inLook(fmt::fg(colour) | fmt::emphasis::bold, head), ended,
      counts.proved, words.verdicts[1]);
  // Only the heuristic of branch coverage deems anything.
  if (!goal.isAtPlaces)
    text += fmt::format(", {} {}", counts.deemed, words.verdicts[2]);
  return text + fmt::format(", {} {}", counts.open, words.verdicts[3]);
}

void TextWriter::feasible(const VerdictCounts &counts, const GoalKind &goal) {
  if (counts.proved != 0 && counts.covered != 0)
    add("{}: {} of all {}, {} of feasible ones\n", goal.words.verdicts[0],
        percent(counts.ofAll()), goal.words.targets,
        percent(counts.ofFeasible()));
}

std::string TextWriter::inLook(const fmt::text_style &look,
                               const std::string &words) const {
  return style.colour ? fmt::format(look, "{}", words) : words;
}

} // namespace coverme
