// The code makes, changes and removes no file outside of its own folder and the temporary ones,
// whatever its arguments name: in the search, the replay, a finding's command, under sanitizers
// and where its tests are recorded.
//
// RUN: rm -rf /var/tmp/coverme-e2e-limits %t && mkdir /var/tmp/coverme-e2e-limits
// RUN: touch /var/tmp/coverme-e2e-limits/kept
// RUN: %exits 0 %coverme %s --entry meddles --sanitize address --emit c=%t | FileCheck %s
// CHECK: meddles: 2 of 2 branches covered
// CHECK: x = {{.*}} -> 1100{{$}}
// CHECK-NEXT: x = 3 -> 1110{{$}}
// RUN: %exits 0 %coverme run %s --entry meddles --input=0 | FileCheck %s --check-prefix ALONE
// ALONE: -> 1100
// RUN: ls /var/tmp/coverme-e2e-limits | FileCheck %s --check-prefix LEFT
// LEFT: {{^}}kept
// LEFT-NOT: {{.}}
// RUN: test ! -s /var/tmp/coverme-e2e-limits/kept
//
// With --cwd it may, there.
// RUN: %exits 0 %coverme %s --entry meddles --cwd /var/tmp/coverme-e2e-limits > /dev/null
// RUN: ls /var/tmp/coverme-e2e-limits | FileCheck %s --check-prefix CWD
// CWD-NOT: kept
// RUN: rm -r /var/tmp/coverme-e2e-limits
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#define FOLDER "/var/tmp/coverme-e2e-limits"

static int writes(const char *name) {
  FILE *file = fopen(name, "a");
  if (!file)
    return 0;
  fputs("written", file);
  fclose(file);
  return 1;
}

int meddles(int x) {
  int done = writes(FOLDER "/kept") + writes(FOLDER "/new");
  done += mkdir(FOLDER "/folder", 0700) == 0;
  done += unlink(FOLDER "/kept") == 0;
  if (x == 3)
    done += 10;
  return done + 100 * writes("own") + 1000 * writes("/dev/null");
}
