// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "nightly/Summary.h"

#include "report/Markup.h"
#include "report/TextReport.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>

namespace coverme {
namespace {

// Library by library, in words.
std::string wordsOf(const NightSummary::Library &library) {
  return fmt::format(
      "{} of {} covered, {} proved infeasible, {} open; {}; {} searched, {} "
      "replayed, {:.1f} s",
      library.counts.covered, plural(library.counts.total(), "outcome"),
      library.counts.proved, library.counts.open + library.counts.deemed,
      plural(library.findings, "finding"), library.searched, library.replayed,
      library.seconds);
}

std::string nameOf(const NightSummary::Library &library) {
  return library.version.empty()
             ? library.name
             : fmt::format("{} {}", library.name, library.version);
}

// The changes in groups, those that somebody should look at first.
struct Group {
  const char *heading;
  std::vector<const NightlyChange *> changes;
};

std::vector<Group> groupsOf(const NightSummary &summary) {
  std::vector<Group> groups = {
      {"worse", {}}, {"still so", {}}, {"other changes", {}}, {"accepted", {}}};
  for (const NightlyChange &change : summary.changes)
    groups[summary.isWorse(change)    ? change.since == summary.label ? 0 : 1
           : !change.accepted.empty() ? 3
                                      : 2]
        .changes.push_back(&change);
  for (const NightlyChange &change : summary.standing)
    groups[1].changes.push_back(&change);
  std::erase_if(groups,
                [](const Group &group) { return group.changes.empty(); });
  return groups;
}

std::string textOf(const NightSummary &summary, const NightlyChange &change) {
  std::string text = change.text;
  if (change.since != summary.label)
    text += fmt::format(" (since {})", change.since);
  if (!change.accepted.empty())
    text += fmt::format(" [{}]", change.accepted);
  return text;
}

// What is flaky is so each night: it is of the first of these.
void findFirst(const Database &store, int64_t run,
               std::vector<NightlyChange> &changes) {
  std::vector<NightlyChange *> flaky;
  for (NightlyChange &change : changes)
    if (change.kind == "flaky")
      flaky.push_back(&change);
  Statement runs(store, "SELECT id FROM runs WHERE id < ?1 ORDER BY id DESC");
  runs.bind(1, run);
  while (!flaky.empty() && runs.next()) {
    const std::vector<NightlyChange> before = changesOf(store, runs.number(0));
    std::erase_if(flaky, [&](NightlyChange *change) {
      const auto same =
          std::ranges::find_if(before, [&](const NightlyChange &each) {
            return each.kind == change->kind &&
                   each.function == change->function;
          });
      if (same == before.end())
        return true;
      change->since = same->since;
      return false;
    });
  }
}

// In `...`, whatever is in it.
std::string code(const std::string &text) {
  size_t run = 0, longest = 0;
  for (const char each : text) {
    run = each == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  return longest == 0 ? fmt::format("`{}`", text)
                      : fmt::format("{} {} {}", fence, text, fence);
}

} // namespace

bool NightSummary::fails() const {
  return !failures.empty() || !standing.empty() ||
         std::ranges::any_of(changes, [&](const NightlyChange &change) {
           return isWorse(change);
         });
}

NightSummary summaryOf(const Database &store, int64_t run,
                       const Manifest &manifest,
                       std::vector<std::string> failures) {
  NightSummary summary;
  Statement runs(store, "SELECT label, tool, compiler FROM runs WHERE id <= ?1 "
                        "ORDER BY id DESC LIMIT 2");
  runs.bind(1, run).next();
  summary.label = runs.text(0);
  const std::string tool = runs.text(1), compiler = runs.text(2);
  if (runs.next()) {
    if (runs.text(1) != tool)
      summary.upgrade = fmt::format("{} in place of {}", tool, runs.text(1));
    else if (runs.text(2) != compiler)
      summary.upgrade =
          fmt::format("{} in place of {}", compiler, runs.text(2));
  } else {
    summary.isFirst = true;
  }
  Statement totals(store,
                   "SELECT l.name, version, functions, searched, replayed, "
                   "covered, proved, deemed, open, findings, seconds FROM "
                   "totals t JOIN libraries l ON l.id = t.library WHERE "
                   "t.run = ?1 ORDER BY l.name");
  totals.bind(1, run);
  while (totals.next()) {
    NightSummary::Library library;
    library.name = totals.text(0);
    library.version = totals.text(1);
    const auto number = [&](int column) {
      return static_cast<uint64_t>(totals.number(column));
    };
    library.functions = number(2);
    library.searched = number(3);
    library.replayed = number(4);
    library.counts = {number(5), number(6), number(7), number(8)};
    library.findings = number(9);
    library.seconds = totals.real(10);
    summary.libraries.push_back(std::move(library));
  }
  summary.changes = changesOf(store, run);
  findFirst(store, run, summary.changes);
  summary.standing = standingChanges(store, run, manifest);
  summary.failOn = manifest.failOn;
  summary.failures = std::move(failures);
  return summary;
}

std::string summaryText(const NightSummary &summary) {
  std::string text = fmt::format("night {}\n", summary.label);
  if (!summary.upgrade.empty())
    text += fmt::format("  {}\n", summary.upgrade);
  for (const NightSummary::Library &library : summary.libraries)
    text +=
        fmt::format("  {}: {}: {}\n", nameOf(library),
                    plural(library.functions, "function"), wordsOf(library));
  for (const std::string &failure : summary.failures)
    text += fmt::format("  {}\n", failure);
  const std::vector<Group> groups = groupsOf(summary);
  for (const Group &group : groups) {
    text += fmt::format("{}:\n", group.heading);
    for (const NightlyChange *change : group.changes)
      text += fmt::format("  {}  {}  {}\n      {}\n", change->kind,
                          change->function.label(), textOf(summary, *change),
                          change->command);
  }
  if (!groups.empty())
    return text;
  if (!summary.isFirst)
    return text + "nothing has changed\n";
  uint64_t functions = 0;
  for (const NightSummary::Library &library : summary.libraries)
    functions += library.functions;
  text += fmt::format("first run: {}\n", plural(functions, "function"));
  return text;
}

std::string summaryMarkdown(const NightSummary &summary) {
  std::string text = fmt::format("## Night {}\n\n", summary.label);
  if (!summary.upgrade.empty())
    text += fmt::format("{}\n\n", summary.upgrade);
  text += "| library | functions | searched | covered | proved infeasible | "
          "open | findings |\n|---|---|---|---|---|---|---|\n";
  for (const NightSummary::Library &library : summary.libraries)
    text += fmt::format(
        "| {} | {} | {} | {} of {} | {} | {} | {} |\n",
        escaped(nameOf(library)), library.functions, library.searched,
        library.counts.covered, library.counts.total(), library.counts.proved,
        library.counts.open + library.counts.deemed, library.findings);
  for (const std::string &failure : summary.failures)
    text += fmt::format("\n**{}**\n", escaped(failure));
  for (const Group &group : groupsOf(summary)) {
    text += fmt::format("\n### {}{}\n\n",
                        static_cast<char>(group.heading[0] - 'a' + 'A'),
                        group.heading + 1);
    for (const NightlyChange *change : group.changes)
      text += fmt::format("- {} {}: {}\n\n      {}\n\n", change->kind,
                          code(change->function.label()),
                          code(textOf(summary, *change)), change->command);
  }
  return text;
}

std::string summaryJunit(const NightSummary &summary) {
  std::map<std::string, std::vector<const NightlyChange *>> byLibrary;
  for (const Group &group : groupsOf(summary))
    for (const NightlyChange *change : group.changes)
      if (summary.isWorse(*change) || !change->accepted.empty() ||
          change->since != summary.label)
        byLibrary[change->function.library].push_back(change);
  std::string text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n";
  if (!summary.failures.empty()) {
    text += fmt::format("<testsuite name=\"coverme nightly\" tests=\"{0}\" "
                        "errors=\"{0}\">\n",
                        summary.failures.size());
    for (const std::string &failure : summary.failures)
      text += fmt::format("<testcase name=\"{0}\"><error "
                          "message=\"{0}\"/></testcase>\n",
                          escaped(failure));
    text += "</testsuite>\n";
  }
  for (const NightSummary::Library &library : summary.libraries) {
    const std::vector<const NightlyChange *> &changes = byLibrary[library.name];
    const auto failing = std::ranges::count_if(
        changes, [](const auto *each) { return each->accepted.empty(); });
    text += fmt::format("<testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" "
                        "skipped=\"{}\">\n",
                        escaped(library.name), changes.size() + 1, failing,
                        static_cast<ptrdiff_t>(changes.size()) - failing);
    text += fmt::format("<testcase name=\"{}\"/>\n",
                        escaped(plural(library.functions, "function")));
    for (const NightlyChange *change : changes)
      text += fmt::format(
          "<testcase classname=\"{}\" name=\"{} {}\"><{} message=\"{}\"{}"
          "</testcase>\n",
          escaped(change->function.label()), change->kind,
          escaped(change->name),
          change->accepted.empty() ? "failure" : "skipped",
          escaped(textOf(summary, *change)),
          change->accepted.empty()
              ? fmt::format(">{}</failure>", escaped(change->command))
              : "/>");
    text += "</testsuite>\n";
  }
  return text + "</testsuites>\n";
}

} // namespace coverme
