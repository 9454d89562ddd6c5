// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/TraceFilter.h"

#include "support/Error.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace coverme {
namespace {

namespace fs = std::filesystem;

// What a record says of a branch.
struct TracedBranch {
  std::string name; // BLOCK,BRANCH
  bool isTaken = false;
};

// BRDA:LINE,BLOCK,BRANCH,TAKEN
struct BranchLine {
  unsigned line = 0;
  TracedBranch branch;
};

std::optional<BranchLine> branchLine(std::string_view text) {
  constexpr std::string_view kBranch = "BRDA:";
  if (!text.starts_with(kBranch))
    return std::nullopt;
  text.remove_prefix(kBranch.size());
  const size_t first = text.find(','), last = text.rfind(',');
  BranchLine found;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), found.line);
  if (error != std::errc() || first == last || end != text.data() + first)
    fail(ExitCode::BadInput, "not a branch of a tracefile: 'BRDA:{}'", text);
  found.branch.name = text.substr(first + 1, last - first - 1);
  const std::string_view taken = text.substr(last + 1);
  found.branch.isTaken = taken != "-" && taken != "0";
  return found;
}

template <class Visit>
void forEachLine(const std::string &text, const Visit &visit) {
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line(text.data() + at, end - at);
    if (line.ends_with('\r'))
      line.remove_suffix(1);
    visit(line);
    at = end + 1;
  }
}

constexpr std::string_view kSource = "SF:";

using BranchesByLine = std::map<unsigned, std::vector<TracedBranch>>;

// All records of a file together: a branch is taken if any says so.
std::map<std::string, BranchesByLine> readBranches(const std::string &trace) {
  std::map<std::string, BranchesByLine> files;
  BranchesByLine *file = nullptr;
  forEachLine(trace, [&](std::string_view text) {
    if (text.starts_with(kSource))
      file = &files[std::string(text.substr(kSource.size()))];
    const std::optional<BranchLine> found = branchLine(text);
    if (!found)
      return;
    if (file == nullptr)
      fail(ExitCode::BadInput, "the tracefile has branches ahead of its files");
    std::vector<TracedBranch> &line = (*file)[found->line];
    const auto same =
        std::ranges::find(line, found->branch.name, &TracedBranch::name);
    if (same == line.end())
      line.push_back(found->branch);
    else
      same->isTaken |= found->branch.isTaken;
  });
  if (files.empty())
    fail(ExitCode::BadInput, "no tracefile of lcov's: it names no files");
  return files;
}

// One of the two paths ends in the other.
bool areAlike(const std::string &a, const std::string &b) {
  const fs::path first = fs::path(a).lexically_normal(),
                 second = fs::path(b).lexically_normal();
  auto i = first.end(), j = second.end();
  while (i != first.begin() && j != second.begin())
    if (*--i != *--j)
      return false;
  return true;
}

uint64_t infeasibleIn(const DecisionCoverage &decision) {
  return static_cast<uint64_t>(
      std::ranges::count_if(decision.outcomes, [](const auto &outcome) {
        return !outcome.isFeasible();
      }));
}

// By the place of a branch on its line, the comment in its stead.
using Removals = std::map<size_t, std::string>;

// Which of a line's branches are the infeasible ones? Nothing in a tracefile
// says which way a branch goes, but that one is taken tells that it is none of
// them. Returns why the line is to be left as it is, or nothing.
std::string match(unsigned number, const LineCoverage &line,
                  const std::vector<TracedBranch> &branches,
                  Removals &removals) {
  const size_t ways = 2 * line.decisions.size();
  if (branches.size() != ways)
    return fmt::format("it has {} branches there, and {} in the result",
                       branches.size(), ways);
  const auto isUntaken = [](const TracedBranch &branch) {
    return !branch.isTaken;
  };
  uint64_t infeasible = 0;
  for (const DecisionCoverage &decision : line.decisions)
    infeasible += infeasibleIn(decision);
  const auto untaken =
      static_cast<uint64_t>(std::ranges::count_if(branches, isUntaken));
  if (untaken < infeasible)
    return fmt::format("{} of its branches are proved infeasible, but it says "
                       "that only {} are not taken",
                       infeasible, untaken);
  // Two branches make a decision, in the order of ours.
  for (size_t i = 0; i < line.decisions.size(); ++i) {
    const DecisionCoverage &decision = line.decisions[i];
    std::vector<size_t> candidates;
    for (const size_t at : {2 * i, 2 * i + 1})
      if (isUntaken(branches[at]))
        candidates.push_back(at);
    if (candidates.size() < infeasibleIn(decision))
      return "its decisions are in another order";
    for (size_t outcome = 0; outcome < 2; ++outcome)
      if (!decision.outcomes[outcome].isFeasible()) {
        const size_t at = candidates.front();
        candidates.erase(candidates.begin());
        removals[at] = removalComment(
            fmt::format("{},{}", number, branches[at].name), decision, outcome);
      }
  }
  return "";
}

// Of a line, the names of what goes, and the comments in their stead.
using RemovedNames = std::map<std::string, std::string>;
using RemovedByLine = std::map<unsigned, RemovedNames>;

class Filter {
public:
  Filter(const CoverageByFile &files, const LineText &lineText)
      : files(files), lineText(lineText) {}

  FilteredTrace apply(const std::string &trace) {
    for (const auto &[name, branches] : readBranches(trace))
      for (const auto &[path, file] : files)
        if (areAlike(name, path))
          for (const auto &[number, line] : file.lines)
            if (const auto found = branches.find(number);
                found != branches.end())
              decide(name, number, line, found->second);
    write(trace);
    return std::move(result);
  }

private:
  void decide(const std::string &name, unsigned number,
              const LineCoverage &line,
              const std::vector<TracedBranch> &branches) {
    // A branch of a function that was run only as somebody's callee is proved
    // infeasible in that one's calls, and a test may make others.
    if (!std::ranges::all_of(line.decisions, [](const auto &decision) {
          return decision.isOfEntry;
        }))
      return;
    if (std::ranges::all_of(line.decisions, [](const auto &decision) {
          return infeasibleIn(decision) == 0;
        }))
      return;
    Removals removals;
    const std::string obstacle =
        lineText(name, number) != line.decisions.front().text
            ? "the line is another one now"
            : match(number, line, branches, removals);
    if (!obstacle.empty()) {
      result.notes.push_back(
          fmt::format("{}:{} is left as it is: {}", name, number, obstacle));
      return;
    }
    for (const auto &[at, comment] : removals)
      removed[name][number][branches[at].name] = comment;
    result.removed += removals.size();
  }

  void write(const std::string &trace) {
    const RemovedByLine *file = nullptr;
    uint64_t fewer = 0; // branches of the record
    forEachLine(trace, [&](std::string_view text) {
      constexpr std::string_view kFound = "BRF:";
      if (text.starts_with(kSource)) {
        const auto found =
            removed.find(std::string(text.substr(kSource.size())));
        file = found == removed.end() ? nullptr : &found->second;
        fewer = 0;
      } else if (const std::string *comment = removalOf(text, file)) {
        result.text += *comment;
        ++fewer;
        return;
      } else if (uint64_t count = 0; text.starts_with(kFound) && fewer != 0) {
        const std::string_view number = text.substr(kFound.size());
        std::from_chars(number.data(), number.data() + number.size(), count);
        if (count < fewer)
          fail(ExitCode::BadInput,
               "the tracefile counts {} branches in a "
               "file where it lists more",
               number);
        result.text += fmt::format("{}{}\n", kFound, count - fewer);
        return;
      }
      result.text += text;
      result.text += '\n';
    });
  }

  static const std::string *removalOf(std::string_view text,
                                      const RemovedByLine *file) {
    if (file == nullptr)
      return nullptr;
    const std::optional<BranchLine> branch = branchLine(text);
    if (!branch)
      return nullptr;
    const auto line = file->find(branch->line);
    if (line == file->end())
      return nullptr;
    const auto found = line->second.find(branch->branch.name);
    return found == line->second.end() ? nullptr : &found->second;
  }

  const CoverageByFile &files;
  const LineText &lineText;
  std::map<std::string, RemovedByLine> removed;
  FilteredTrace result;
};

} // namespace

FilteredTrace filterTrace(const std::string &trace, const CoverageByFile &files,
                          const LineText &lineText) {
  return Filter(files, lineText).apply(trace);
}

std::string removalComment(const std::string &name,
                           const DecisionCoverage &decision, size_t outcome) {
  return fmt::format("# BRDA:{} is left out: {} of `{}` is proved infeasible: "
                     "{}\n",
                     name, outcome != 0 ? "true" : "false", decision.text,
                     decision.outcomes[outcome].reason);
}

} // namespace coverme
