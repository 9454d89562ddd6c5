// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/Markup.h"

#include <algorithm>
#include <cstdint>

namespace coverme {
namespace {

constexpr const char *kReplacement = "\xef\xbf\xbd";

// The code point that starts at `at`, and its bytes; 0 bytes: it is none.
struct Decoded {
  uint32_t code;
  size_t size;
};

Decoded decoded(std::string_view text, size_t at) {
  const auto byte = [&](size_t i) {
    return static_cast<unsigned char>(text[i]);
  };
  const unsigned char lead = byte(at);
  const size_t size = lead < 0x80                   ? 1
                      : lead >= 0xc2 && lead < 0xe0 ? 2
                      : lead >= 0xe0 && lead < 0xf0 ? 3
                      : lead >= 0xf0 && lead < 0xf5 ? 4
                                                    : 0;
  if (size == 0 || at + size > text.size())
    return {0, 0};
  uint32_t code = size == 1 ? lead : lead & (0x7fU >> size);
  for (size_t i = 1; i < size; ++i) {
    if ((byte(at + i) & 0xc0U) != 0x80)
      return {0, 0};
    code = code << 6U | (byte(at + i) & 0x3fU);
  }
  const bool isOverlong =
      (size == 3 && code < 0x800) || (size == 4 && code < 0x10000);
  const bool isSurrogate = code >= 0xd800 && code < 0xe000;
  if (isOverlong || isSurrogate || code > 0x10ffff)
    return {0, 0};
  return {code, size};
}

bool isHarmless(uint32_t code) {
  const bool isControl = code < 0x20 || (code >= 0x7f && code < 0xa0);
  const bool isDirection = (code >= 0x202a && code <= 0x202e) ||
                           (code >= 0x2066 && code <= 0x2069) ||
                           code == 0x200e || code == 0x200f || code == 0x61c;
  const bool isNone =
      (code & 0xfffeU) == 0xfffe || (code >= 0xfdd0 && code < 0xfdf0);
  return code == '\t' || code == '\n' || !(isControl || isDirection || isNone);
}

} // namespace

std::string escaped(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    const auto [code, size] = decoded(text, at);
    switch (code) {
    case '&':
      out += "&amp;";
      break;
    case '<':
      out += "&lt;";
      break;
    case '>':
      out += "&gt;";
      break;
    case '"':
      out += "&quot;";
      break;
    case '\'':
      out += "&#39;";
      break;
    default:
      out +=
          size != 0 && isHarmless(code) ? text.substr(at, size) : kReplacement;
    }
    at += std::max<size_t>(size, 1);
  }
  return out;
}

} // namespace coverme
