// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/AnnotatedSource.h"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace coverme {
namespace {

using Line = std::pair<std::string, unsigned>; // of a file

// A switch decides by one case after the other: what none of them is, is the
// default's. Where a macro has several at a place, they are numbered, as other
// decisions are.
void addLabels(std::vector<AnnotatedSite> &sites) {
  const auto placeOf = [](const AnnotatedSite &each) {
    return std::tuple(each.site->column, each.site->kind == "case");
  };
  std::map<std::tuple<unsigned, bool>, size_t> counts, numbers;
  std::map<std::tuple<unsigned, bool>, std::set<std::string>> values;
  for (const AnnotatedSite &each : sites) {
    ++counts[placeOf(each)];
    values[placeOf(each)].insert(each.site->label);
  }
  for (AnnotatedSite &each : sites) {
    const auto place = placeOf(each);
    const size_t number = ++numbers[place], count = counts[place];
    if (each.site->kind != "case") {
      if (count > 1)
        each.label = fmt::format("{} of {}", number, count);
    } else if (values[place].size() < count || each.site->label.empty()) {
      each.label = fmt::format("case {} of {}", number, count);
    } else {
      each.label = fmt::format("case {}{}", each.site->label,
                               number == count ? ", else default" : "");
    }
  }
}

AnnotatedPart partOf(const ReportedExcerpt &excerpt,
                     const FunctionReport &report) {
  const bool isOfEntry =
      std::filesystem::path(report.path).filename() == excerpt.file;
  AnnotatedPart part = {excerpt.file, {}};
  for (size_t i = 0; i < excerpt.lines.size(); ++i) {
    const unsigned number = excerpt.first + static_cast<unsigned>(i);
    part.lines.push_back({number, excerpt.lines[i], {}, {}, {}});
    if (!report.gcov || !isOfEntry)
      continue;
    if (const auto count = report.gcov->byLine.find(number);
        count != report.gcov->byLine.end())
      part.lines.back().count = count->second;
  }
  return part;
}

// By the first line that has it.
std::map<Line, AnnotatedLine *> byPlace(std::vector<AnnotatedPart> &parts) {
  std::map<Line, AnnotatedLine *> lines;
  for (AnnotatedPart &part : parts)
    for (AnnotatedLine &line : part.lines)
      lines.try_emplace({part.file, line.number}, &line);
  return lines;
}

} // namespace

std::vector<AnnotatedPart> annotatedSource(const FunctionReport &report) {
  std::vector<AnnotatedPart> parts;
  for (const ReportedExcerpt &excerpt : report.excerpts)
    parts.push_back(partOf(excerpt, report));
  std::map<Line, std::vector<AnnotatedSite>> sites;
  for (const ReportedSite &site : report.sites)
    sites[{site.file, site.line}].push_back({&site, ""});
  const std::map<Line, AnnotatedLine *> known = byPlace(parts);
  const AnnotatedPart *last = nullptr;
  for (const auto &[place, all] : sites) {
    if (known.contains(place))
      continue;
    if (last == nullptr || last->file != place.first ||
        last->lines.back().number + 1 != place.second)
      parts.push_back({place.first, {}});
    parts.back().lines.push_back(
        {place.second, all.front().site->text, {}, {}, {}});
    last = &parts.back();
  }
  const std::map<Line, AnnotatedLine *> lines = byPlace(parts);
  for (auto &[place, all] : sites) {
    addLabels(all);
    lines.at(place)->sites = std::move(all);
  }
  for (size_t i = 0; i < report.findings.size(); ++i)
    if (const auto &place = report.findings[i].place)
      if (const auto line = lines.find({place->file, place->line});
          line != lines.end())
        line->second->findings.push_back(i);
  return parts;
}

} // namespace coverme
