// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Results that are kept in a file as they come, for a run that goes on where
// another one was cut, by a kill as well.
#ifndef COVERME_DRIVER_BATCH_JOURNAL_H
#define COVERME_DRIVER_BATCH_JOURNAL_H

#include <filesystem>
#include <map>
#include <string>

namespace coverme {

// A line for each result: the files of a folder, under a key. What a kill has
// left of a line counts as nothing.
class Journal {
public:
  // One that is not there is made. Throws Error(BadInput) for one that is
  // something else, and when it cannot be written.
  explicit Journal(const std::filesystem::path &file);

  // Gives the folder the files that are kept under the key. Are there any?
  bool recall(const std::string &key,
              const std::filesystem::path &folder) const;

  // Keeps the folder's files, but none of its folders. Other processes may do
  // so at the same time. Throws Error(BadInput) when they cannot be written.
  void add(const std::string &key, const std::filesystem::path &folder) const;

private:
  void append(const std::string &text) const;

  std::filesystem::path file;
  std::map<std::string, size_t> begins; // of lines, by their keys
};

} // namespace coverme

#endif
