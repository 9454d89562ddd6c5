// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keeps results in a file as they come, so that a later run goes on where this
// one was cut, even by a kill.
#ifndef COVERME_DRIVER_BATCH_JOURNAL_H
#define COVERME_DRIVER_BATCH_JOURNAL_H

#include <filesystem>
#include <map>
#include <string>

namespace coverme {

// The file has a line for each result: the files of a folder, under a key. A
// line that a kill has left unfinished is ignored.
class Journal {
public:
  // Makes the file if it is not there. Throws Error(BadInput) if it is no
  // journal, or cannot be written.
  explicit Journal(const std::filesystem::path &file);

  // Writes the files that are kept under the key to the folder. Returns false
  // if there are none.
  bool recall(const std::string &key,
              const std::filesystem::path &folder) const;

  // Keeps the folder's files, but not its subfolders, under the key. Other
  // processes may do so at the same time. Throws Error(BadInput) when the file
  // cannot be written.
  void add(const std::string &key, const std::filesystem::path &folder) const;

private:
  void append(const std::string &text) const;

  std::filesystem::path file;
  std::map<std::string, size_t> begins; // of lines, by their keys
};

} // namespace coverme

#endif
