// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/Xml.h"

#include <nlohmann/json.hpp>

namespace coverme {

std::string xmlText(const std::string &text) {
  using Json = nlohmann::json;
  const std::string valid =
      Json::parse(
          Json(text).dump(-1, ' ', false, Json::error_handler_t::replace))
          .get<std::string>();
  std::string out;
  for (size_t i = 0; i < valid.size(); ++i) {
    const char c = valid[i];
    // U+FFFE and U+FFFF are no characters of XML, either.
    if (valid.compare(i, 3, "\xef\xbf\xbe") == 0 ||
        valid.compare(i, 3, "\xef\xbf\xbf") == 0) {
      out += "\xef\xbf\xbd";
      i += 2;
    } else if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '"') {
      out += "&quot;";
    } else if (c == '\t' || c == '\n' || c == '\r') {
      out += "&#" + std::to_string(static_cast<int>(c)) + ";";
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += "\xef\xbf\xbd";
    } else {
      out += c;
    }
  }
  return out;
}

} // namespace coverme
