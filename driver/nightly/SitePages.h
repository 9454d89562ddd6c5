// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes pages of the dashboard into its folder, and knows where they lie.
#ifndef COVERME_DRIVER_NIGHTLY_SITEPAGES_H
#define COVERME_DRIVER_NIGHTLY_SITEPAGES_H

#include "nightly/SiteFolder.h"
#include "nightly/StoreReader.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace coverme {

// Addresses and texts of the links ahead of a page.
using Crumbs = std::vector<std::pair<std::string, std::string>>;

constexpr size_t kMostRows = 1000; // of a page

struct SitePages {
  SitePages(const std::filesystem::path &storeFile,
            const std::filesystem::path &outFolder);

  void write(const std::string &path, const std::string &title,
             const Crumbs &crumbs, const std::string &body,
             const std::string &scripts = "");

  // Rows of one table on as many pages as it takes.
  // `body` is what the first page has ahead of it.
  void writePages(
      const std::string &base, const std::string &title, const Crumbs &crumbs,
      const std::string &body, const std::string &className,
      const std::vector<std::string> &columns, size_t count,
      const std::function<std::string(size_t, const std::string &)> &rowAt);

  // Data for the scripts.
  void writeData(const std::string &path, const nlohmann::ordered_json &json);

  std::string nightPage(size_t night) const;
  std::string compareAddress(size_t from, size_t to) const;

  StoreReader store;
  SiteFolder folder;
  std::vector<std::string> labels; // of the nights
};

} // namespace coverme

#endif
