// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files that a user may edit: their first line says whose they are and has a
// checksum of the rest, so that an edited one is never written over.
#ifndef COVERME_DRIVER_KEEP_KEPTFILES_H
#define COVERME_DRIVER_KEEP_KEPTFILES_H

#include "keep/KeptTests.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace coverme {

// A checksum of a text, in 16 hexadecimal digits.
std::string checksum(std::string_view text);

// The file as it is written: the marker ahead of its text.
std::string markedText(const KeptFile &file);

// The state of a file that exists already.
enum class KeptState {
  Foreign, // without our marker
  Edited,  // ours, and somebody changed it
  Intact,
};
KeptState keptState(std::string_view text);

// Throws Error(BadInput) unless files may be written to the folder: it is not
// there, it is empty, or it has files of ours and `update` is set.
void checkKeptFolder(const std::filesystem::path &folder, bool update);

// Writes the files. Of files that exist, only intact ones are replaced. Returns
// what has changed: a diff of each, and a line for each that was left as it is.
std::string writeKept(const std::vector<KeptFile> &files,
                      const std::filesystem::path &folder, bool update);

} // namespace coverme

#endif
