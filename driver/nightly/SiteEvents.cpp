// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "nightly/SiteEvents.h"

#include "nightly/SiteMarkup.h"

#include <algorithm>
#include <utility>

namespace coverme {

void SiteEvents::add(const StoredFunction &function,
                     const std::vector<Difference> &differences,
                     const std::string &address, const std::string &page) {
  const Place place{function, address, page};
  const std::vector<StoredResult> &results = function.results;
  for (size_t i = 0; i < results.size(); ++i) {
    const bool isNext =
        i > 0 && nightAfter(results[i - 1].last) >= results[i].first;
    const Json before = isNext ? Json(results[i - 1].status) : Json();
    if (i == 0 ? results[i].first > firstNight()
               : !isNext || !differences[i].isEmpty() ||
                     results[i].status != results[i - 1].status)
      add(place, results[i].first, before, results[i].status, differences[i]);
    // The next night without it, if there is one.
    const size_t end = nightAfter(results[i].last);
    if (i + 1 == results.size() ? end != kNever : end < results[i + 1].first)
      add(place, end, results[i].status, Json(), {});
  }
}

size_t SiteEvents::firstNight() const {
  return library.totals.empty() ? 0 : library.totals.front().night;
}

size_t SiteEvents::nightAfter(size_t night) const {
  const auto next =
      std::ranges::upper_bound(library.totals, night, {}, &StoredTotals::night);
  return next == library.totals.end() ? kNever : next->night;
}

void SiteEvents::add(const Place &place, size_t night, const Json &before,
                     const Json &after, const Difference &difference) {
  Json branches = Json::array(), findings = Json::array();
  for (const BranchChange &each : difference.branches) {
    branches.push_back({onOneLine(each.name), each.before, each.after});
    if (!each.former.empty())
      branches.back().push_back(onOneLine(each.former));
  }
  for (const FindingChange &each : difference.findings)
    findings.push_back({each.text, each.isNew ? 1 : -1});
  Json &files =
      byNumber.try_emplace(night / kKeptNights, Json::array()).first->second;
  if (files.empty() || files.back()[0] != place.function.file)
    files.push_back({place.function.file, place.address, Json::array()});
  Json &functions = files.back()[2];
  if (functions.empty() || functions.back()[0] != place.function.name)
    functions.push_back({place.function.name, place.page, Json::array()});
  functions.back()[2].push_back(
      {night, before, after, std::move(branches), std::move(findings)});
}

} // namespace coverme
