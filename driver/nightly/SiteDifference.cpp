// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "nightly/SiteDifference.h"

#include "nightly/ChangedLines.h"
#include "nightly/SiteMarkup.h"
#include "report/HtmlParts.h"
#include "report/JsonNames.h"
#include "report/Markup.h"
#include "support/Grouped.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <map>

namespace coverme {
namespace {

constexpr size_t kMostLines = 20; // of what differs, in a function's history

// Both by name. `gone` takes what is in the first alone, and so on.
template <class Item, class Gone, class New, class Both>
void merge(const std::vector<Item> &first, const std::vector<Item> &second,
           const Gone &gone, const New &added, const Both &both) {
  auto a = first.begin();
  auto b = second.begin();
  while (a != first.end() || b != second.end()) {
    if (b == second.end() || (a != first.end() && a->name < b->name))
      gone(*a++);
    else if (a == first.end() || b->name < a->name)
      added(*b++);
    else
      both(*a++, *b++);
  }
}

} // namespace

int verdictNamed(const std::string &name) {
  const auto *const found = std::ranges::find(kVerdictNames, name);
  return found == kVerdictNames.end()
             ? static_cast<int>(Verdict::Open)
             : static_cast<int>(found - kVerdictNames.begin());
}

Difference differenceOf(StoreReader &store, const StoredResult &before,
                        const StoredResult &after) {
  Difference out;
  const std::vector<NightlyBranch> then = store.branchesOf(before),
                                   now = store.branchesOf(after);
  const std::map<std::string, std::string> former = formerNames(then, now);
  std::map<std::string, int> old;
  for (const NightlyBranch &branch : then)
    old.emplace(branch.label(), verdictNamed(branch.verdict));
  for (const NightlyBranch &branch : now) {
    BranchChange change{branch.label(), -1, verdictNamed(branch.verdict)};
    auto found = old.find(change.name);
    if (const auto other = former.find(branch.name);
        found == old.end() && other != former.end()) {
      found = old.find(other->second + ' ' + branch.outcome);
      if (found != old.end())
        change.former = found->first;
    }
    if (found != old.end()) {
      change.before = found->second;
      old.erase(found);
    }
    if (change.before != change.after || !change.former.empty())
      out.branches.push_back(std::move(change));
  }
  for (const auto &[name, verdict] : old)
    out.branches.push_back({name, verdict, -1});
  std::ranges::sort(out.branches, {}, &BranchChange::name);
  const auto add = [&](const StoredFinding &finding, bool isNew) {
    out.findings.push_back({finding.kind + ": " + finding.text, isNew});
  };
  merge(
      store.findingsOf(before), store.findingsOf(after),
      [&](const StoredFinding &gone) { add(gone, false); },
      [&](const StoredFinding &added) { add(added, true); },
      [](const StoredFinding &, const StoredFinding &) {});
  return out;
}

std::string verdictHtml(int verdict) {
  if (verdict < 0)
    return "not there";
  const auto index = static_cast<size_t>(verdict);
  return fmt::format(R"(<span class="{}">{} {}</span>)",
                     kVerdictClasses.at(index), kVerdictSigns.at(index),
                     siteWords().verdicts.at(index));
}

std::string differenceHtml(const Difference &difference) {
  std::vector<std::string> lines;
  for (const FindingChange &each : difference.findings)
    lines.push_back(fmt::format(
        "<span class=\"{}\">{}</span> {}", each.isNew ? "open" : "covered",
        each.isNew ? "new finding" : "finding gone", escaped(each.text)));
  for (const BranchChange &each : difference.branches)
    if (each.before != each.after)
      lines.push_back(fmt::format(
          "<code>{}</code>{}: {} → {}", escaped(onOneLine(each.name)),
          each.former.empty() ? ""
                              : fmt::format(", was <code>{}</code>",
                                            escaped(onOneLine(each.former))),
          verdictHtml(each.before), verdictHtml(each.after)));
  if (lines.size() > kMostLines) {
    const size_t more = lines.size() - kMostLines;
    lines.resize(kMostLines);
    lines.push_back(fmt::format("{} more", grouped(more)));
  }
  return fmt::format("{}", fmt::join(lines, "<br>"));
}

} // namespace coverme
