// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Texts.h"

#include <stddef.h>

// The linker's, of the object that this is linked into.
extern "C" {
extern char __bss_start[] __attribute__((visibility("hidden")));
extern char _end[] __attribute__((visibility("hidden")));
}

namespace coverme {
namespace {

coverme_texts *knownTexts;

bool isSame(const char *left, const char *right) {
  while (*left != 0 && *left == *right)
    ++left, ++right;
  return *left == *right;
}

} // namespace

bool wantsTexts() {
  return knownTexts != nullptr &&
         __atomic_load_n(&knownTexts->count, __ATOMIC_RELAXED) <
             COVERME_MOST_TEXTS;
}

bool isOfCode(const void *address) {
  const auto *place = static_cast<const char *>(address);
  if (place >= __bss_start && place < _end)
    return false;
#ifdef DLFO_STRUCT_HAS_EH_DBASE
  dl_find_object object;
  return _dl_find_object(const_cast<void *>(address), &object) == 0;
#else
  Dl_info info;
  return dladdr(address, &info) != 0;
#endif
}

void noteText(const char (&text)[COVERME_TEXT_SIZE]) {
  const uint32_t count = __atomic_load_n(&knownTexts->count, __ATOMIC_RELAXED);
  if (count >= COVERME_MOST_TEXTS || text[0] == 0)
    return;
  for (uint32_t i = 0; i < count; ++i)
    if (isSame(knownTexts->texts[i], text))
      return;
  for (size_t i = 0; i < COVERME_TEXT_SIZE; ++i)
    knownTexts->texts[count][i] = text[i];
  __atomic_store_n(&knownTexts->count, count + 1, __ATOMIC_RELAXED);
}

} // namespace coverme

using namespace coverme;

extern "C" {

COVERME_GUARD void coverme_note_texts(coverme_texts *texts) {
  knownTexts = texts;
}
}
