// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "nightly/Manifest.h"

#include "config/Toml.h"
#include "support/Files.h"
#include "support/Sha256.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace coverme {
namespace {

namespace fs = std::filesystem;

template <class T>
T atLeast(const TomlTable &table, const char *key, T least, T otherwise) {
  const std::optional<int64_t> given = table.integer(key);
  if (!given)
    return otherwise;
  if (*given < static_cast<int64_t>(least) ||
      *given > std::numeric_limits<int>::max())
    table.failAt(key,
                 fmt::format("'{}' wants a number of {} at least", key, least));
  return static_cast<T>(*given);
}

std::string required(const TomlTable &table, const char *key) {
  const std::optional<std::string> text = table.text(key);
  if (!text || text->empty())
    table.failAt(key, fmt::format("'{}' is missing", key));
  return *text;
}

NightlyLibrary readLibrary(const TomlTable &table, const fs::path &folder) {
  table.requireKeys({"name", "folder", "build", "version", "project", "files",
                     "match", "options", "flags"});
  NightlyLibrary library;
  library.name = required(table, "name");
  library.folder =
      (folder / table.text("folder").value_or(".")).lexically_normal();
  library.build = table.texts("build").value_or(library.build);
  library.version = table.text("version").value_or("");
  library.project = table.text("project").value_or("");
  library.files = table.texts("files").value_or(library.files);
  library.match = table.text("match").value_or("");
  library.options = table.texts("options").value_or(library.options);
  if (std::ranges::find(library.options, "--") != library.options.end())
    table.failAt("options", "what stands behind '--' goes into 'flags'");
  library.flags = table.texts("flags").value_or(library.flags);
  if (library.project.empty() && library.files.empty())
    table.failAt("name", fmt::format("library '{}' has neither files nor a "
                                     "project",
                                     library.name));
  return library;
}

AcceptedChange readAccepted(const TomlTable &table) {
  table.requireKeys(
      {"library", "function", "kind", "name", "reason", "by", "until"});
  AcceptedChange change;
  change.library = table.text("library").value_or("");
  change.function = required(table, "function");
  change.kind = required(table, "kind");
  if (std::ranges::find(changeKinds(), change.kind) == changeKinds().end())
    table.failAt("kind",
                 fmt::format("there is no kind of change '{}': {}", change.kind,
                             fmt::join(changeKinds(), ", ")));
  change.name = table.text("name").value_or("");
  change.reason = required(table, "reason");
  change.by = required(table, "by");
  change.until = table.date("until").value_or("");
  return change;
}

} // namespace

const std::vector<std::string> &changeKinds() {
  static const std::vector<std::string> kinds = {
      "finding-new",     "function-failed", "branch-lost",    "proof-lost",
      "branch-open",     "flaky",           "result-changed", "function-gone",
      "slower",          "branch-won",      "finding-gone",   "function-new",
      "function-renamed"};
  return kinds;
}

Manifest readManifest(const fs::path &path) {
  const TomlTable table(path);
  table.requireKeys({"store", "cache", "max-evals", "timeout", "effort",
                     "further", "total-timeout", "fail-on", "library",
                     "accept"});
  // The store and its like stay where they are, whatever folder is left for
  // another one.
  const fs::path folder = fs::absolute(path).parent_path();
  Manifest manifest;
  manifest.hash = sha256(readFile(path));
  manifest.store = folder / table.text("store").value_or("nightly.db");
  manifest.cache =
      folder / table.text("cache").value_or(manifest.store.string() + ".cache");
  manifest.evaluations = atLeast<uint64_t>(table, "max-evals", 1, 1'000'000);
  manifest.timeout = table.number("timeout").value_or(60);
  if (!(manifest.timeout > 0))
    table.failAt("timeout", "'timeout' wants more than 0 seconds");
  manifest.totalTimeout = table.number("total-timeout").value_or(0);
  if (table.number("total-timeout") && !(manifest.totalTimeout > 0))
    table.failAt("total-timeout", "'total-timeout' wants more than 0 seconds");
  manifest.mostEffort = atLeast<unsigned>(table, "effort", 1, 8);
  manifest.further = atLeast<size_t>(table, "further", 0, 10);
  const std::vector<std::string> failOn = table.texts("fail-on").value_or(
      std::vector<std::string>{"finding-new", "function-failed", "branch-lost",
                               "proof-lost", "branch-open", "flaky"});
  for (const std::string &kind : failOn)
    if (std::ranges::find(changeKinds(), kind) == changeKinds().end())
      table.failAt("fail-on",
                   fmt::format("there is no kind of change '{}': {}", kind,
                               fmt::join(changeKinds(), ", ")));
  manifest.failOn.insert(failOn.begin(), failOn.end());
  std::set<std::string> names;
  for (const TomlTable &each : table.tables("library")) {
    manifest.libraries.push_back(readLibrary(each, folder));
    if (!names.insert(manifest.libraries.back().name).second)
      each.failAt("name", fmt::format("there is a library '{}' already",
                                      manifest.libraries.back().name));
  }
  if (manifest.libraries.empty())
    table.failAt("library", "there is no [[library]]");
  for (const TomlTable &each : table.tables("accept"))
    manifest.accepted.push_back(readAccepted(each));
  return manifest;
}

} // namespace coverme
