/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Texts that the code compares others with, and such as its formats of sscanf
   take. The driver tries them as inputs: where the comparison is in a library
   that is only linked, and ahead of what sscanf returns, no distance leads
   there. */
#ifndef COVERME_TEXTS_H
#define COVERME_TEXTS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { COVERME_MOST_TEXTS = 64, COVERME_TEXT_SIZE = 64 };

typedef struct coverme_texts {
  uint32_t count;
  char texts[COVERME_MOST_TEXTS][COVERME_TEXT_SIZE]; // each ends with a zero
} coverme_texts;

// Has comparisons and sscanf note texts in the driver's memory.
void coverme_note_texts(coverme_texts *texts);

#ifdef __cplusplus
}
#endif

#endif
