// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Comparisons of text and bytes have the results of libc's, of which the first
// difference decides. How far all characters are apart is noted beside them, so
// that the distance of a branch on the result has a slope in each character;
// and so are the texts of the code's own.

#include "Texts.h"

#include <limits.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

namespace coverme {
namespace {

bool isSamePage(const unsigned char *left, const unsigned char *right) {
  constexpr uintptr_t kPage = 4096;
  return reinterpret_cast<uintptr_t>(left) / kPage ==
         reinterpret_cast<uintptr_t>(right) / kPage;
}

// Notes a short and printable text of the code's own. Up to `known` it can be
// read, and from there to the end of the page.
void noteOperand(const void *text, size_t known, size_t size) {
  constexpr size_t kLongest = 15;
  if (!wantsTexts() || !isOfCode(text))
    return;
  const auto *from = static_cast<const unsigned char *>(text);
  char copy[COVERME_TEXT_SIZE] = {};
  for (size_t i = 0; i < size; ++i) {
    if (i > known && !isSamePage(from + known, from + i))
      return;
    if (from[i] == 0)
      break;
    if (i == kLongest || from[i] < ' ' || from[i] > '~')
      return;
    copy[i] = static_cast<char>(from[i]);
  }
  noteText(copy);
}

int plain(unsigned char character) { return character; }

// As in the C locale.
int lower(unsigned char character) {
  return character >= 'A' && character <= 'Z' ? character - 'A' + 'a'
                                              : character;
}

void note(int result, int apart) {
  if (currentSession == nullptr || result == 0)
    return;
  for (unsigned i = kLastComparisons - 1; i > 0; --i)
    lastComparisons[i] = lastComparisons[i - 1];
  lastComparisons[0] = {currentSession->epoch, result, apart};
}

// What is behind the end of the shorter text counts as zeros. libc need not
// look behind the first difference, where text without an end may lie. So it
// counts as the end, too, where the page of that difference ends: what lies
// before can be read.
template <int (*meaning)(unsigned char), bool isText>
int difference(const void *left, const void *right, size_t size) {
  const auto *a = static_cast<const unsigned char *>(left);
  const auto *b = static_cast<const unsigned char *>(right);
  bool inA = true, inB = true;
  int sum = 0, result = 0;
  size_t first = 0;
  for (size_t i = 0; i < size && (inA || inB); ++i) {
    inA = inA && (sum == 0 || isSamePage(a + first, a + i));
    inB = inB && (sum == 0 || isSamePage(b + first, b + i));
    const int x = inA ? meaning(a[i]) : 0;
    const int y = inB ? meaning(b[i]) : 0;
    if (sum == 0) {
      first = i;
      result = x - y;
    }
    const int far = x < y ? y - x : x - y;
    sum = far > INT_MAX - sum ? INT_MAX : sum + far;
    if (isText) {
      inA = inA && x != 0;
      inB = inB && y != 0;
    }
  }
  note(result, sum);
  if (result != 0) {
    noteOperand(left, first, size);
    noteOperand(right, first, size);
  }
  return result;
}

} // namespace
} // namespace coverme

using namespace coverme;

extern "C" {

COVERME_GUARD int memcmp(const void *left, const void *right, size_t size) {
  return difference<plain, false>(left, right, size);
}

COVERME_GUARD int bcmp(const void *left, const void *right, size_t size) {
  return difference<plain, false>(left, right, size);
}

COVERME_GUARD int strcmp(const char *left, const char *right) {
  return difference<plain, true>(left, right, SIZE_MAX);
}

COVERME_GUARD int strncmp(const char *left, const char *right, size_t size) {
  return difference<plain, true>(left, right, size);
}

COVERME_GUARD int strcasecmp(const char *left, const char *right) {
  return difference<lower, true>(left, right, SIZE_MAX);
}

COVERME_GUARD int strncasecmp(const char *left, const char *right,
                              size_t size) {
  return difference<lower, true>(left, right, size);
}
}
