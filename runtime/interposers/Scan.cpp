// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sscanf and its kin have the results of libc's. Where a text does not give all
// fields of a format, one that does is noted for the driver: the search does
// not see how far the two are apart.

#include "Texts.h"

#include <stdarg.h>
#include <stddef.h>

namespace coverme {
namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

bool isOneOf(char c, const char *all) {
  while (*all != 0 && *all != c)
    ++all;
  return *all != 0;
}

// A text that a format takes as a whole (C17, 7.21.6.2): each number is as many
// ones as its field is wide, each word a letter.
class Sample {
public:
  explicit Sample(const char *format) : at(format) {
    while (isGood && *at != 0)
      if (isSpace(*at)) {
        put(' ');
        while (isSpace(*at))
          ++at;
        isOpen = false;
      } else if (*at != '%') {
        put(*at++);
        isOpen = false;
      } else {
        ++at;
        putField();
      }
  }

  bool isGood = true; // the format is one, and there is room
  int fields = 0;     // that sscanf assigns
  char text[COVERME_TEXT_SIZE] = {};

private:
  void put(char c) {
    isGood = isGood && c >= ' ' && c <= '~' && size + 1 < COVERME_TEXT_SIZE;
    if (isGood)
      text[size++] = c;
  }

  void put(char c, size_t count) {
    for (size_t i = 0; isGood && i < count; ++i)
      put(c);
  }

  size_t readNumber() {
    size_t number = 0;
    for (; isDigit(*at); ++at)
      if (number < COVERME_TEXT_SIZE)
        number = 10 * number + static_cast<size_t>(*at - '0');
    return number;
  }

  void putField() {
    const bool isDropped = *at == '*';
    at += isDropped;
    size_t width = readNumber();
    if (*at == '$') { // the number of an argument
      ++at;
      width = readNumber();
    }
    while (*at != 0 && isOneOf(*at, "hlLqjztm"))
      ++at;
    const char kind = *at;
    isGood = kind != 0;
    at += isGood;
    if (kind == '%')
      return put('%');
    if (kind == 'n')
      return;
    fields += !isDropped;
    const size_t count = width == 0 ? 1 : width;
    if (kind == 'c' || kind == 'C')
      return put('a', count);
    if (kind == '[')
      return put(memberOfSet());
    // What stands ahead would go on here.
    if (isOpen)
      put(' ');
    if (kind == 's' || kind == 'S')
      put('a');
    else if (isOneOf(kind, "diuoxXpaAeEfFgG"))
      put('1', count);
    else
      isGood = false;
    isOpen = width == 0;
  }

  // A character of the set that begins here, which is read.
  char memberOfSet() {
    const bool isNegated = *at == '^';
    const char *const begin = at + isNegated;
    const char *end = begin;
    do
      isGood = isGood && *end != 0;
    while (isGood && *++end != ']');
    if (!isGood)
      return 0;
    at = end + 1;
    if (!isNegated)
      return *begin;
    for (char c = '~'; c >= ' '; --c)
      if (!isInSet(c, begin, end))
        return c;
    return 0;
  }

  static bool isInSet(char c, const char *begin, const char *end) {
    for (const char *from = begin; from < end; ++from) {
      const bool isRange = from + 2 < end && from[1] == '-';
      const char to = isRange ? from[2] : *from;
      if (c >= *from && c <= to)
        return true;
      from += isRange ? 2 : 0;
    }
    return false;
  }

  const char *at;
  size_t size = 0;
  bool isOpen = false; // more characters would belong to the field
};

using Scan = int(const char *, const char *, va_list);
// Of GNU's C, of C since 1999, and of C since 2023.
Next<Scan> ofGnu{"vsscanf"}, of99{"__isoc99_vsscanf"}, of23{"__isoc23_vsscanf"};

int scan(Next<Scan> &next, const char *text, const char *format,
         va_list fields) {
  const int result = next(text, format, fields);
  if (wantsTexts() && isOfCode(format))
    if (const Sample sample(format); sample.isGood && result < sample.fields)
      noteText(sample.text);
  return result;
}

} // namespace
} // namespace coverme

using namespace coverme;

// sscanf and vsscanf of one C, whose names begin with `prefix`. Only functions
// of these names can pass on arguments that vary.
#define COVERME_SCANS(prefix, next)                                            \
  COVERME_GUARD int prefix##vsscanf(const char *text, const char *format,      \
                                    va_list fields) {                          \
    return scan(next, text, format, fields);                                   \
  }                                                                            \
  COVERME_GUARD int prefix##sscanf(const char *text, const char *format,       \
                                   ...) {                                      \
    va_list fields;                                                            \
    va_start(fields, format);                                                  \
    const int result = scan(next, text, format, fields);                       \
    va_end(fields);                                                            \
    return result;                                                             \
  }

extern "C" {

COVERME_SCANS(, ofGnu)
COVERME_SCANS(__isoc99_, of99)
COVERME_SCANS(__isoc23_, of23)
}
