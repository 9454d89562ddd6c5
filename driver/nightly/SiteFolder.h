// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The folder of a site: files appear whole or not at all, those that would not
// differ are left as they are, and nobody else's are touched.
#ifndef COVERME_DRIVER_NIGHTLY_SITEFOLDER_H
#define COVERME_DRIVER_NIGHTLY_SITEFOLDER_H

#include <filesystem>
#include <set>
#include <string>
#include <string_view>

namespace coverme {

class SiteFolder {
public:
  // Throws Error(BadInput) unless it is a site of ours, empty, or can be made.
  explicit SiteFolder(std::filesystem::path folder);

  // Writes a file; `name` is its path below the folder.
  void write(const std::string &name, std::string_view text);

  // Removes the files of an earlier site that this one does not have.
  void finish();

  size_t files() const { return written.size(); }
  size_t changed() const { return differing; }

private:
  void makeFolderOf(const std::string &name);

  std::filesystem::path folder;
  std::set<std::string> before; // the files of the earlier site
  std::set<std::string> written, folders;
  size_t differing = 0;
};

} // namespace coverme

#endif
