// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "nightly/SiteChanges.h"

#include "nightly/SiteMarkup.h"
#include "report/Markup.h"
#include "support/Grouped.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>

namespace coverme {

namespace {

struct ChangeKind {
  const char *name, *heading, *className;
};

// In the order in which they matter.
constexpr std::array<ChangeKind, 13> kChangeKinds = {{
    {"finding-new", "new findings", "open"},
    {"function-failed", "functions that cannot be run", "open"},
    {"branch-lost", "branches lost", "open"},
    {"proof-lost", "proofs lost", "open"},
    {"branch-open", "new branches that are open", "open"},
    {"flaky", "results that differ each time", "open"},
    {"result-changed", "results changed", "deemed"},
    {"function-gone", "functions gone", "deemed"},
    {"slower", "slower functions", "deemed"},
    {"branch-won", "branches won", "covered"},
    {"finding-gone", "findings gone", "covered"},
    {"function-new", "new functions", "covered"},
    {"function-renamed", "functions renamed", "covered"},
}};

} // namespace

size_t rankOf(const std::string &kind) {
  return static_cast<size_t>(
      std::ranges::find(kChangeKinds, kind, &ChangeKind::name) -
      kChangeKinds.begin());
}

std::string changeCounts(const std::vector<StoredChange> &changes) {
  std::map<size_t, size_t> counts;
  size_t accepted = 0;
  for (const StoredChange &change : changes)
    if (change.accepted.empty())
      ++counts[rankOf(change.kind)];
    else
      ++accepted;
  std::vector<std::string> parts;
  for (const auto &[rank, count] : counts)
    parts.push_back(rank == kChangeKinds.size()
                        ? fmt::format("{} others", grouped(count))
                        : fmt::format("<span class=\"{}\">{} {}</span>",
                                      kChangeKinds.at(rank).className,
                                      kChangeKinds.at(rank).heading,
                                      grouped(count)));
  if (accepted != 0)
    parts.push_back(fmt::format("{} accepted", grouped(accepted)));
  return parts.empty() ? "nothing has changed"
                       : fmt::format("{}", fmt::join(parts, ", "));
}

std::string changeRow(const StoredChange &change, const std::string &root) {
  const size_t rank = rankOf(change.kind);
  const std::string base =
      "lib/" + slug(change.library) + '/' + slug(change.file);
  // A function that is gone has no page, unless the store knows its past.
  return fmt::format(
      "<tr><td>{}</td><td>{}: {}</td><td><span class=\"{}\">{}</span> {}{}"
      "<br><code>{}</code></td></tr>\n",
      linkTo(root + base + '/' + slug(change.function) + ".html",
             change.function),
      escaped(change.library), escaped(change.file),
      rank == kChangeKinds.size() ? "soft" : kChangeKinds.at(rank).className,
      escaped(change.kind), escaped(onOneLine(change.text)),
      change.accepted.empty()
          ? ""
          : fmt::format("<br>accepted: {}", escaped(change.accepted)),
      escaped(change.command));
}

} // namespace coverme
