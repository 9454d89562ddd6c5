// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/Excerpts.h"

#include "support/Trimmed.h"

#include <algorithm>
#include <map>
#include <set>

namespace coverme {
namespace {

namespace fs = std::filesystem;

// Where no end of a function is found.
constexpr unsigned kMoreLines = 20;

// The result's type may be on a line of its own.
unsigned firstLineOf(const std::vector<std::string> &lines, unsigned first) {
  if (first < 2 || first > lines.size())
    return first;
  const std::string_view before = trimmed(lines[first - 2]);
  const bool isPart = !before.empty() &&
                      before.find_first_of(";}#/\"") == std::string::npos &&
                      !before.ends_with(":");
  return isPart ? first - 1 : first;
}

class ExcerptMaker {
public:
  ExcerptMaker(const RunResult &result, SourceLines &source)
      : result(result), program(*result.program), source(source) {}

  std::vector<ReportedExcerpt> make() {
    addFunction(result.scope.entry, 0);
    std::map<uint32_t, unsigned> functions; // the last line of each
    for (const BranchVerdict &branch : result.branches) {
      const Site &site = program.sites[siteOf(branch.branch)];
      const Function &function = program.functions[site.function];
      if (site.file == function.file && site.line >= function.line) {
        unsigned &last = functions[site.function];
        last = std::max(last, site.line);
      } else if (site.line != 0)
        add(site.file, site.line, site.line);
    }
    for (const auto &[function, last] : functions)
      addFunction(function, last);

    std::vector<ReportedExcerpt> excerpts;
    const fs::path &first = result.entry().file;
    addExcerpts(first, excerpts);
    for (const auto &[file, numbers] : wanted)
      if (file != first)
        addExcerpts(file, excerpts);
    return excerpts;
  }

private:
  void add(const fs::path &file, unsigned first, unsigned last) {
    const auto count = static_cast<unsigned>(source.of(file).size());
    for (unsigned line = first; line <= std::min(last, count); ++line)
      wanted[file].insert(line);
  }

  void addFunction(uint32_t index, unsigned last) {
    const Function &function = program.functions[index];
    if (function.line == 0)
      return;
    unsigned next = 0;
    for (const Function &other : program.functions)
      if (other.file == function.file && other.line > function.line &&
          (next == 0 || other.line < next))
        next = other.line;
    const std::vector<std::string> &lines = source.of(function.file);
    add(function.file, firstLineOf(lines, function.line),
        lastLineOf(lines, function.line, std::max(last, function.line), next));
  }

  void addExcerpts(const fs::path &file,
                   std::vector<ReportedExcerpt> &excerpts) {
    const std::vector<std::string> &lines = source.of(file);
    unsigned last = 0;
    for (const unsigned line : wanted[file]) {
      if (last == 0 || line != last + 1)
        excerpts.push_back({file.filename().string(), line, {}});
      last = line;
      excerpts.back().lines.push_back(lines[line - 1]);
    }
  }

  const RunResult &result;
  const Program &program;
  SourceLines &source;
  std::map<fs::path, std::set<unsigned>> wanted;
};

} // namespace

unsigned lastLineOf(const std::vector<std::string> &lines, unsigned first,
                    unsigned last, unsigned next) {
  const auto count = static_cast<unsigned>(lines.size());
  if (first == 0 || first > count)
    return last;
  if (first == last && trimmed(lines[first - 1]).ends_with('}'))
    return last;
  const unsigned most = std::max(last, next == 0 ? count : next - 1);
  for (unsigned line = last; line <= std::min(most, count); ++line)
    if (lines[line - 1].starts_with('}'))
      return line;
  return std::min(most, last + kMoreLines);
}

std::vector<ReportedExcerpt> makeExcerpts(const RunResult &result,
                                          SourceLines &source) {
  return ExcerptMaker(result, source).make();
}

} // namespace coverme
