// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From an address in a shared object to a line of the source.
#ifndef COVERME_DRIVER_EVIDENCE_LINETABLE_H
#define COVERME_DRIVER_EVIDENCE_LINETABLE_H

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>

namespace coverme {

struct SourceLine {
  std::filesystem::path file; // without its folder
  unsigned line = 0;

  bool operator==(const SourceLine &) const = default;
};

class LineTable {
public:
  // Reads the debug information of an object that was built with
  // DebugInfo::Kept. Without any, no address has a line.
  // Throws Error(Internal) when the file is no object.
  explicit LineTable(const std::filesystem::path &sharedObject);
  ~LineTable();
  LineTable(const LineTable &) = delete;
  LineTable &operator=(const LineTable &) = delete;

  // `address` counts from where the object is loaded. Of inlined code, the line
  // that it was written on.
  std::optional<SourceLine> lineOf(uint64_t address) const;

private:
  struct Dwarf; // LLVM's reader
  std::unique_ptr<Dwarf> dwarf;
};

} // namespace coverme

#endif
