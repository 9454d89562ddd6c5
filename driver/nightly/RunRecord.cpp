// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "nightly/RunRecord.h"

#include "Config.h"
#include "batch/ToolDigest.h"
#include "frontend/c/Programs.h"
#include "nightly/CommandResults.h"
#include "nightly/Compare.h"
#include "support/Error.h"
#include "support/Sha256.h"

#include <fmt/format.h>

#include <cassert>
#include <charconv>
#include <ctime>
#include <gnu/libc-version.h>
#include <string_view>
#include <system_error>

namespace coverme {

namespace {

std::string timeNow(const char *format) {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  char text[32];
  return {text, std::strftime(text, sizeof text, format, &parts)};
}

} // namespace

bool Shard::has(const NightlyFunction &function) const {
  return std::stoull(sha256(function.label()).substr(0, 15), nullptr, 16) %
             count ==
         number - 1;
}

RunTools currentTools() {
  return {fmt::format("coverme {} ({})", kVersion, toolDigest().substr(0, 12)),
          fmt::format("{}; {}; glibc {}", versionOf(clangProgram()),
                      versionOf("gcc"), ::gnu_get_libc_version())};
}

uint64_t seedOf(const std::string &label) {
  std::string digits = label;
  std::erase(digits, '-');
  uint64_t seed = 0;
  const char *end = digits.data() + digits.size();
  const auto [rest, error] = std::from_chars(digits.data(), end, seed);
  if (error == std::errc() && rest == end && digits.size() == 8)
    return seed;
  return std::stoull(sha256(label).substr(0, 8), nullptr, 16);
}

BegunRun beginRun(Database &store, const Manifest &manifest,
                  const std::string &label, const Shard &shard,
                  const RunTools &tools) {
  BegunRun begun;
  Statement known(store,
                  "SELECT id, finished, manifest, tool, compiler FROM runs "
                  "WHERE label = ?1");
  known.bind(1, std::string_view(label));
  if (known.next()) {
    begun.run = known.number(0);
    begun.isFinished = !known.isNull(1);
    if (!begun.isFinished &&
        (known.text(2) != manifest.hash || known.text(3) != tools.coverme ||
         known.text(4) != tools.compiler))
      fail(ExitCode::BadInput,
           "the run '{}' began with another manifest, coverme or compiler: "
           "--label names another one",
           label);
    return begun;
  }
  Transaction transaction(store);
  Statement(store, "INSERT INTO runs (label, seed, started, tool, compiler, "
                   "manifest) VALUES (?1, ?2, ?3, ?4, ?5, ?6)")
      .run(std::string_view(label), static_cast<int64_t>(seedOf(label)),
           std::string_view(timeNow("%Y-%m-%dT%H:%M:%SZ")),
           std::string_view(tools.coverme), std::string_view(tools.compiler),
           std::string_view(manifest.hash));
  begun.run = store.lastId();
  if (shard.count > 1)
    Statement(store, "INSERT INTO shards VALUES (?1, ?2, ?3)")
        .run(begun.run, static_cast<int64_t>(shard.number),
             static_cast<int64_t>(shard.count));
  transaction.commit();
  return begun;
}

std::string labelOfToday() { return timeNow("%Y-%m-%d"); }

void setVersion(Database &store, int64_t run, const std::string &library,
                const std::string &version) {
  Statement(store, "INSERT OR IGNORE INTO libraries (name) VALUES (?1)")
      .run(std::string_view(library));
  Statement(store,
            "INSERT OR REPLACE INTO totals SELECT ?1, id, ?3, 0, 0, 0, 0, "
            "0, 0, 0, 0, 0, 0 FROM libraries WHERE name = ?2")
      .run(run, std::string_view(library), std::string_view(version));
}

void finishRun(Database &store, int64_t run, const Manifest &manifest,
               const Shard &shard) {
  assert(store.isInTransaction());
  Statement(
      store,
      "INSERT OR REPLACE INTO totals SELECT ?1, l.id, coalesce((SELECT "
      "version FROM totals t WHERE t.run = ?1 AND t.library = l.id), ''), "
      "count(*), sum(r.first_run = ?1 AND r.status <> 'skipped'), "
      "coalesce(sum(r.replayed = ?1), 0), sum(r.total), sum(r.covered), "
      "sum(r.proved), sum(r.deemed), sum(r.open), sum((SELECT count(*) FROM "
      "findings f WHERE f.result = r.id)), sum(CASE WHEN r.first_run = ?1 "
      "THEN r.seconds ELSE 0 END) FROM results r JOIN functions f ON f.id = "
      "r.function JOIN libraries l ON l.id = f.library WHERE r.last_run = ?1 "
      "GROUP BY l.id")
      .run(run);
  recordChanges(store, run, manifest, [&](const NightlyFunction &function) {
    return shard.has(function);
  });
  Statement(store, "UPDATE runs SET finished = ?2 WHERE id = ?1")
      .run(run, std::string_view(timeNow("%Y-%m-%dT%H:%M:%SZ")));
}

} // namespace coverme
