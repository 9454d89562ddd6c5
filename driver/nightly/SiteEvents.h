// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The data by which the dashboard compares two nights.
#ifndef COVERME_DRIVER_NIGHTLY_SITEEVENTS_H
#define COVERME_DRIVER_NIGHTLY_SITEEVENTS_H

#include "nightly/SiteDifference.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace coverme {

// The events of a library, in the form that SiteScript.h describes.
class SiteEvents {
public:
  using Json = nlohmann::ordered_json;

  static constexpr size_t kKeptNights = 32; // whose events are in one file

  explicit SiteEvents(const StoredLibrary &library) : library(library) {}

  // Adds, for each result of a function, how it differs from the one before.
  void add(const StoredFunction &function,
           const std::vector<Difference> &differences,
           const std::string &address, const std::string &page);

  std::map<size_t, Json> byNumber;

private:
  struct Place {
    const StoredFunction &function;
    const std::string &address, &page;
  };
  static constexpr size_t kNever = SIZE_MAX;

  size_t firstNight() const;
  size_t nightAfter(size_t night) const; // on which the library ran
  void add(const Place &place, size_t night, const Json &before,
           const Json &after, const Difference &difference);

  const StoredLibrary &library;
};

} // namespace coverme

#endif
