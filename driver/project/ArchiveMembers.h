// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The objects in an archive, by the symbols that they define.
#ifndef COVERME_DRIVER_PROJECT_ARCHIVEMEMBERS_H
#define COVERME_DRIVER_PROJECT_ARCHIVEMEMBERS_H

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace coverme {

struct ArchiveMember {
  std::string name; // "libx.a(x.o)"
  std::string bytes;
};

class ArchiveMembers {
public:
  // Of what is no archive, there are none.
  explicit ArchiveMembers(const std::filesystem::path &file);
  ~ArchiveMembers();
  ArchiveMembers(ArchiveMembers &&) noexcept;

  // The first member whose symbol the archive's index has; nullopt if there is
  // none.
  std::optional<ArchiveMember> definerOf(const std::string &symbol) const;

  // Does any object say what it was compiled from, by debug information or by
  // what coverme-cc records?
  bool nameSources() const;

private:
  struct Opened;
  std::filesystem::path file;
  std::unique_ptr<Opened> opened; // null for what is no archive
};

} // namespace coverme

#endif
