// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the JSON reports have in common.
#ifndef COVERME_DRIVER_REPORT_JSONDOCUMENT_H
#define COVERME_DRIVER_REPORT_JSONDOCUMENT_H

#include "Run.h"

#include <nlohmann/json.hpp>

#include <ostream>
#include <string>
#include <string_view>

namespace coverme {

using Json = nlohmann::ordered_json; // keeps the order of docs/json.md

// What is not UTF-8, as names of files may be, is replaced.
inline std::string textOf(const Json &json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}
inline std::string onOneLine(const Json &json) { return textOf(json, -1); }

// The member `options` of the reports.
Json optionsJson(const RunOptions &options);

// Their member `branches`.
Json verdictsJson(const VerdictCounts &branches);

// One object, member by member.
class JsonDocument {
public:
  explicit JsonDocument(std::ostream &out) : out(out) {}

  void member(const char *name, const Json &value) {
    start(name);
    for (const char c : textOf(value, 2))
      out << (c == '\n' ? "\n  " : std::string_view(&c, 1));
  }

  // An array of what `write` writes for 0 to count - 1.
  template <class Write>
  void stream(const char *name, size_t count, const Write &write) {
    start(name);
    out << '[';
    for (size_t i = 0; i < count; ++i) {
      out << (i == 0 ? "\n    " : ",\n    ");
      write(i);
    }
    out << (count == 0 ? "]" : "\n  ]");
  }

  // An array of the texts that `element` gives for 0 to count - 1.
  template <class Element>
  void list(const char *name, size_t count, const Element &element) {
    stream(name, count, [&](size_t i) { out << element(i); });
  }

  void end() { out << "\n}\n"; }

private:
  void start(const char *name) {
    out << (isFirst ? "{\n  \"" : ",\n  \"") << name << "\": ";
    isFirst = false;
  }

  std::ostream &out;
  bool isFirst = true;
};

} // namespace coverme

#endif
