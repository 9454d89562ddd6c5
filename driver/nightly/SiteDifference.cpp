// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "nightly/SiteDifference.h"

#include "nightly/SiteMarkup.h"
#include "report/HtmlParts.h"
#include "report/JsonNames.h"
#include "report/Markup.h"
#include "support/Grouped.h"

#include <fmt/ranges.h>

#include <algorithm>

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
  merge(
      store.branchesOf(before), store.branchesOf(after),
      [&](const StoredBranch &gone) {
        out.branches.push_back({gone.name, verdictNamed(gone.verdict), -1});
      },
      [&](const StoredBranch &added) {
        out.branches.push_back({added.name, -1, verdictNamed(added.verdict)});
      },
      [&](const StoredBranch &a, const StoredBranch &b) {
        if (a.verdict != b.verdict)
          out.branches.push_back(
              {a.name, verdictNamed(a.verdict), verdictNamed(b.verdict)});
      });
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
    lines.push_back(
        fmt::format("<code>{}</code> {} → {}", escaped(onOneLine(each.name)),
                    verdictHtml(each.before), verdictHtml(each.after)));
  if (lines.size() > kMostLines) {
    const size_t more = lines.size() - kMostLines;
    lines.resize(kMostLines);
    lines.push_back(fmt::format("{} more", grouped(more)));
  }
  return fmt::format("{}", fmt::join(lines, "<br>"));
}

} // namespace coverme
