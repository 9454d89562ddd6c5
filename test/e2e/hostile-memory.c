// Code that writes over all that it shares with the tool still gets a report.
// RUN: mkdir -p %t.dir
// RUN: %exits "0|1" timeout 20 %coverme %s --entry ones --no-gcov --prove off --timeout 5 --json %t.dir/onesoff.json
// RUN: %exits "0|1" timeout 20 %coverme %s --entry ones --no-gcov --prove all --timeout 5 --json %t.dir/onesall.json
// RUN: %exits "0|1" timeout 20 %coverme %s --entry zeros --no-gcov --prove off --timeout 5 --json %t.dir/zerosoff.json
// RUN: %exits "0|1" timeout 20 %coverme %s --entry zeros --no-gcov --prove all --timeout 5 --json %t.dir/zerosall.json
// RUN: %exits "0|1" timeout 20 %coverme %s --entry letters --no-gcov --prove off --timeout 5 --json %t.dir/lettersoff.json
// RUN: %exits "0|1" timeout 20 %coverme %s --entry onesAndDies --no-gcov --prove all --timeout 5 --json %t.dir/onesAndDiesall.json
// RUN: %check-suite %t.dir/onesoff.json %t.dir/onesall.json %t.dir/zerosoff.json %t.dir/zerosall.json %t.dir/lettersoff.json %t.dir/onesAndDiesall.json
#include <signal.h>
#include <stdio.h>
#include <string.h>

// Every shared mapping of the process that it may write to.
static void scribble(int byte) {
  FILE *maps = fopen("/proc/self/maps", "r");
  char line[512], permissions[8];
  struct { char *begin, *end; } list[256];
  int count = 0;
  while (maps && count < 256 && fgets(line, sizeof line, maps))
    if (sscanf(line, "%p-%p %4s", (void **)&list[count].begin,
               (void **)&list[count].end, permissions) == 3 &&
        permissions[1] == 'w' && permissions[3] == 's')
      ++count;
  for (int i = 0; i < count; ++i)
    if (list[i].end - list[i].begin < 1 << 24)
      memset(list[i].begin, byte, (size_t)(list[i].end - list[i].begin));
}

#define AT_42(name, ...)                                                       \
  int name(double x) {                                                         \
    if (x == 42.0)                                                             \
      __VA_ARGS__;                                                             \
    if (x * x < -1.0)                                                          \
      return 2;                                                                \
    return x > 1e10 ? 1 : 0;                                                   \
  }

AT_42(ones, scribble(0xff))
AT_42(zeros, scribble(0))
AT_42(letters, scribble(0x41))
AT_42(onesAndDies, { scribble(0xff); raise(SIGSEGV); })
