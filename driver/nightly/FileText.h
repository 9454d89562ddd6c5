// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tells which text of a preprocessed file in C one of its functions depends on.
#ifndef COVERME_DRIVER_NIGHTLY_FILETEXT_H
#define COVERME_DRIVER_NIGHTLY_FILETEXT_H

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace coverme {

class FileText {
public:
  // The text is C, as -E of clang or gcc prints it.
  explicit FileText(std::string_view text);

  // The text without the functions that this one neither is nor mentions,
  // directly or through others. What mentions a static function that belongs to
  // it belongs to it, too: it may be all that calls it. Empty if the form of
  // the file does not tell. Does not depend on lines.
  std::string of(const std::string &function) const;

private:
  struct Definition {
    std::string text;
    std::set<std::string> mentions; // functions of the file
  };

  void addStatement(std::string_view text);
  void addDefinition(const std::string &name, std::string_view text);

  std::map<std::string, Definition> definitions;
  std::string rest; // what is no definition of a function
  std::set<std::string> statics, always;
  bool isClear = true;
};

} // namespace coverme

#endif
