// A loop is endless where its state comes again, and slow where that cannot be shown.
// RUN: %misbehaves %coverme %s
//
// EXPECT: forever        endless-loop *
// EXPECT: wraps          endless-loop *
// EXPECT: saturates      endless-loop *
// EXPECT: cycles         endless-loop *
// EXPECT: waitsForSine   endless-loop *
// EXPECT: ends           slow-loop *
// EXPECT: countsOnHeap   slow-loop *
// EXPECT: waitsForTime   slow-loop *
// EXPECT: waitsForRandom slow-loop *
#include <math.h>
#include <stdlib.h>
#include <time.h>

#define AT_42(name, ...)                                                       \
  int name(double x) {                                                         \
    if (x == 42.0)                                                             \
      __VA_ARGS__;                                                             \
    return x > 1e10 ? 1 : 0;                                                   \
  }

static volatile double sine = 1;

AT_42(forever, for (;;))
AT_42(wraps, for (unsigned char i = 0; i < 300; ++i))
AT_42(saturates, for (volatile float f = 0; f < 1e9f; f += 1))
AT_42(cycles, for (volatile unsigned n = 7; n != 0; n = n % 2 ? 3 * n + 1 : n / 2))
AT_42(waitsForSine, while (sin(sine) < 2))
AT_42(ends, for (volatile int i = 0; i < 3000000; ++i))
AT_42(countsOnHeap, { unsigned long *n = malloc(sizeof *n); *n = 0; while (*(volatile unsigned long *)n < 1ul << 60) ++*n; })
AT_42(waitsForTime, { time_t end = time(0) + 1000; while (time(0) < end) ; })
AT_42(waitsForRandom, while (rand() != 123456789 || rand() != 987654321))
