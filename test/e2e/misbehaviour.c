// Whatever the code under test does, the rest of the search goes on, and it is a
// finding with its input or, where it does no harm, none.
// RUN: c++ -c -fPIC %S/Inputs/throws.cpp -o %t.o
// RUN: %misbehaves %coverme %s -- %t.o -lstdc++
//
// entry            finding; with a * the call does not end, and covers nothing
// EXPECT: segv             signal
// EXPECT: bus              signal
// EXPECT: ill              signal
// EXPECT: fpe              signal
// EXPECT: aborts           none
// EXPECT: killsItself      signal
// EXPECT: traps            signal
// EXPECT: overwritesStack  signal
// EXPECT: fails            assertion
// EXPECT: recursion        stack-overflow *
// EXPECT: exits            none
// EXPECT: underscoreExit   none
// EXPECT: jumps            longjmp
// EXPECT: throws           none
// EXPECT: spins            endless-loop *
// EXPECT: branchesForEver  endless-loop *
// EXPECT: sleeps           hang *
// EXPECT: grows            out-of-memory *
// EXPECT: forks            process *
// EXPECT: runsCommand      process *
// EXPECT: killsParent      process *
// EXPECT: handles          signal-handling
// EXPECT: blocks           signal-handling
// EXPECT: setsAlarm        signal-handling
// EXPECT: setsTimer        signal-handling
// EXPECT: rounds           float-environment
// EXPECT: prints           none
// EXPECT: reads            none
// EXPECT: opens            none
// EXPECT: closes           none
// EXPECT: leaks            none
// EXPECT: jumpsWithin      none
// EXPECT: asksForTooMuch   none
#define _GNU_SOURCE
#include <assert.h>
#include <fenv.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

// A function that does something at 42, and has a branch behind it.
#define AT_42(name, ...)                                                       \
  int name(double x) {                                                         \
    if (x == 42.0)                                                             \
      __VA_ARGS__;                                                             \
    return x > 1e10 ? 1 : 0;                                                   \
  }

static volatile int zero, sink;

AT_42(segv, *(volatile int *)8 = 1)
AT_42(bus, raise(SIGBUS))
AT_42(ill, __builtin_trap())
AT_42(fpe, sink = (int)x / zero)
AT_42(aborts, abort())
AT_42(fails, assert(x != 42.0))
AT_42(exits, exit(3))
AT_42(underscoreExit, _exit(4))
AT_42(spins, for (;;))
AT_42(branchesForEver, for (int i = 0; sink == 0; i ^= 1) if (i > 0) zero = 0)
AT_42(sleeps, for (;;) pause())
AT_42(forks, fork())
AT_42(runsCommand, sink = system("touch evil"))
AT_42(killsParent, kill(getppid(), SIGKILL))
AT_42(killsItself, kill(getpid(), SIGKILL))
AT_42(handles, signal(SIGSEGV, SIG_IGN))
AT_42(setsAlarm, alarm(1))
AT_42(setsTimer, { timer_t timer; struct itimerspec soon = {{0, 1}, {0, 1000000}}; timer_create(CLOCK_MONOTONIC, 0, &timer); timer_settime(timer, 0, &soon, 0); })
AT_42(rounds, fesetround(FE_UPWARD))

static int deeper(int depth) {
  volatile char frame[512];
  frame[depth & 511] = 1;
  return zero == 0 ? deeper(depth + 1) + frame[7] : 0;
}
AT_42(recursion, sink = deeper(0))

static jmp_buf place;
static void keepPlace(void) {
  volatile char frame[512];
  frame[0] = 1;
  if (setjmp(place) != 0)
    sink = frame[0];
}
static void keepPlaceBelow(void) { keepPlace(); }
AT_42(jumps, (keepPlaceBelow(), longjmp(place, 1)))

AT_42(grows, for (;;) { char *page = malloc(1 << 20); if (page) page[0] = 1; })

AT_42(blocks, { sigset_t all; sigfillset(&all); sigprocmask(SIG_BLOCK, &all, 0); })

AT_42(traps, { volatile double none = 0; feenableexcept(FE_DIVBYZERO); none = 1 / none; })

static void fill(volatile char *from) {
  for (int i = 0; zero == 0; ++i)
    from[i] = 1;
}
AT_42(overwritesStack, { char small[16]; fill(small); })

void throwSomething(void);
AT_42(throws, throwSomething())

AT_42(prints, { printf("hello\n"); fprintf(stderr, "hello\n"); })
AT_42(reads, { if (getchar() != EOF) return 2; })
AT_42(opens, { FILE *file = fopen("scratch.txt", "w"); if (file) fclose(file); })
AT_42(closes, for (int file = 0; file < 1024; ++file) close(file))
AT_42(jumpsWithin, { jmp_buf here; if (setjmp(here) == 0) longjmp(here, 1); })
AT_42(asksForTooMuch, { if (malloc((size_t)1 << 40) != 0) return 2; })

int leaks(double x) {
  volatile char *page = malloc(1 << 20);
  page[0] = 1;
  if (x == 42.0 && page[0] == 1)
    return 2;
  return x > 1e10 ? 1 : 0;
}
