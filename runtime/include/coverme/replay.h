// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the driver and the program that replays a suite (runtime/replay) tell
// each other, by two files. All numbers are the machine's.
#ifndef COVERME_REPLAY_H
#define COVERME_REPLAY_H

#include <stdint.h>

// The first file: this header, `rangeCount` ranges of counters,
// `variableCount` ranges of variables, `testCount` rows of `rowWidth` slots.
typedef struct coverme_replay_input {
  uint64_t memory;  // bytes that a test may ask for; more fails
  uint64_t limitMs; // for each test; then it is killed
  uint32_t testCount, rowWidth;
  uint32_t rangeCount;
  uint32_t outCount; // slots that a call writes, the result's included
  uint32_t variableCount;
  uint32_t variableBytes; // of all variables together
} coverme_replay_input;

// So many bytes at this distance from __bss_start: counters of a --coverage
// build, which lie behind it, or a variable, wherever that is.
typedef struct coverme_replay_range {
  int64_t offset;
  uint64_t bytes;
} coverme_replay_range;

// The second file, made before by the driver in its full size, of zeroes: for
// each test this record, `outCount` slots of 64 bits, the result's first, the
// bytes of the variables, and those of the counters.
typedef struct coverme_replay_record {
  uint32_t state;       // coverme_replay_state
  int32_t status;       // as waitpid has it
  uint64_t hasReturned; // only then do slots and variables say anything
  // coverme_written() of what a call that returned wrote to standard output and
  // error; 0: nothing.
  uint64_t written;
} coverme_replay_record;

// Standard output and error of a call take so many bytes; then they are full.
#define COVERME_MOST_WRITTEN (1 << 20)

// A checksum (FNV-1a) of text that a program has written, without the addresses
// that it may hold ("0x" and eight digits or more): each program has its own.
// `size` may be too large, where the program has moved on in the file.
static inline uint64_t coverme_written(const char *text, uint64_t size) {
  const uint64_t least = 8;
  if (size > COVERME_MOST_WRITTEN)
    size = COVERME_MOST_WRITTEN;
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  for (uint64_t i = 0; i < size;) {
    uint64_t end = i + 2;
    if (text[i] == '0' && end < size && text[i + 1] == 'x')
      while (end < size && ((text[end] >= '0' && text[end] <= '9') ||
                            (text[end] >= 'a' && text[end] <= 'f')))
        ++end;
    if (end >= i + 2 + least) {
      i = end;
      continue;
    }
    hash = (hash ^ (unsigned char)text[i++]) * UINT64_C(0x100000001b3);
  }
  return hash;
}

// A recorded comparison of the code.
typedef struct coverme_comparison {
  int64_t offset; // of its probe's return address, from the table; 0: none
  uint64_t wasEqual;
} coverme_comparison;

enum coverme_replay_state {
  COVERME_REPLAY_NOT_RUN = 0,
  COVERME_REPLAY_BEGUN = 1, // the program died in the middle of it
  COVERME_REPLAY_ENDED = 2,
  COVERME_REPLAY_TOOK_TOO_LONG = 3,
};

#ifdef __cplusplus
extern "C" {
#endif

// The generated part: calls the entry on a row, and writes the slots.
void __coverme_replay_call(const unsigned long long *in,
                           unsigned long long *out);
// Ends a test that is no failure though it does not return.
void __coverme_replay_end(void) __attribute__((noreturn));

#ifdef __cplusplus
}
#endif

#endif
