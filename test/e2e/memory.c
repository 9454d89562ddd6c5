// What --memory counts: all that the code has to give back, whoever allocates it.
// RUN: %misbehaves %coverme %s --memory 16
//
// EXPECT: copies      out-of-memory *
// EXPECT: prints      out-of-memory *
// EXPECT: maps        out-of-memory *
// EXPECT: givesBack   none
// EXPECT: reserves    none
//
// What is more than all of it is not to be had in gcc's build either.
// RUN: %exits 0 %coverme %s --entry asks --fail-on-finding | FileCheck %s
// CHECK: asks: 2 of 2 branches covered
// CHECK-NOT: replay-differs
//
// What is a little more gcc's build may have, or not: its program takes some.
// RUN: %exits 0 %coverme %s --entry barely | FileCheck %s --check-prefix BARELY
// BARELY: barely: 2 of 2 branches covered
// BARELY-NOT: replay-differs
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define AT_42(name, ...)                                                       \
  int name(double x) {                                                         \
    if (x == 42.0)                                                             \
      __VA_ARGS__;                                                             \
    return x > 1e10 ? 1 : 0;                                                   \
  }

static char text[1 << 20];
static void *kept;

static char *longText(void) {
  memset(text, 'x', sizeof text - 1);
  return text;
}

AT_42(copies, for (;;) kept = strdup(longText()))
AT_42(prints, for (char *made;; kept = made) if (asprintf(&made, "%1000000d", 1) < 0) made = 0)
AT_42(maps, for (;;) kept = mmap(0, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
AT_42(givesBack, for (int i = 0; i < 3000; ++i) {
  void *some = mmap(0, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  munmap(some, 1 << 20);
  free(strdup(longText())); })
AT_42(reserves, { if (mmap(0, (size_t)1 << 40, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) == MAP_FAILED) return 2; })

int asks(unsigned n) {
  char *memory = malloc(n);
  if (memory == NULL)
    return -1;
  memset(memory, 0, n);
  free(memory);
  return 0;
}

int barely(unsigned n) {
  char *memory = malloc(n / 4 + 9);
  if (memory == NULL)
    return -1;
  memory[0] = 1;
  free(memory);
  return 0;
}
