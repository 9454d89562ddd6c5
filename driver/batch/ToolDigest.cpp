// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "batch/ToolDigest.h"

#include "frontend/c/Programs.h"
#include "support/Files.h"
#include "support/Sha256.h"

#include <filesystem>
#include <set>

namespace coverme {

const std::string &toolDigest() {
  static const std::string digest = [] {
    namespace fs = std::filesystem;
    std::set<fs::path> files;
    for (const fs::directory_entry &entry :
         fs::directory_iterator(libraryFolder()))
      if (entry.is_regular_file())
        files.insert(entry.path());
    std::string digests = sha256(readFile("/proc/self/exe"));
    for (const fs::path &file : files)
      digests += sha256(readFile(file));
    return sha256(digests);
  }();
  return digest;
}

} // namespace coverme
