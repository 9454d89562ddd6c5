// What happens while the code is loaded has no input: one line says it. Nothing is left, and
// there is an end in time.
// RUN: %refuses 3 '.* does not load: a constructor raises SIGSEGV' %coverme %s --entry f -- -DDO='*(volatile int *)8 = 1'
// RUN: %refuses 3 '.* does not load: a constructor raises SIGABRT' %coverme run %s --entry f --input 1 -- -DDO='abort()'
// RUN: %refuses 3 '.* does not load: a constructor ends with status 7' %coverme %s --entry f -- -DDO='syscall(SYS_exit_group, 7)'
// RUN: %refuses 3 '.* does not load: a constructor does not return' timeout 15 %coverme %s --entry f --timeout 5 -- -DDO='sleep(1000)'
// What the sandbox does not let it do fails.
// RUN: %exits 0 %coverme %s --entry f --no-gcov -- -DDO='if (syscall(SYS_fork) == 0) for (;;) pause()' | FileCheck %s
// RUN: %exits 0 %coverme %s --entry f -- -DDO='syscall(SYS_kill, getppid(), SIGSTOP)' | FileCheck %s
// RUN: %exits 0 %coverme %s --entry f -- -DDO='syscall(SYS_kill, -1, SIGKILL) || kill(getppid(), SIGKILL)' | FileCheck %s
// A constructor that takes its time is waited for; destructors are not run.
// RUN: %exits 0 %coverme %s --entry f --no-gcov -- -DDO='usleep(1500000)' | FileCheck %s
// RUN: %exits 0 %coverme %s --entry f --no-gcov -- -DDO= -DUNDO='sleep(1000)' | FileCheck %s
// CHECK: f: 2 of 2 branches covered
// One that takes so long that the search ends in time, and what it took cannot be
// seen once more, is told from a branch that was not met.
// RUN: %exits 1 %coverme %s --entry f --no-gcov --timeout 5 -- -DDO='sleep(4)' | FileCheck %s --check-prefix SLOW
// SLOW: f: 0 of 2 branches covered, 0 proved infeasible, 0 deemed infeasible, 2 open
// SLOW: the search took it, and there was no time left to see it in a new process
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef UNDO
#define UNDO
#endif
__attribute__((constructor)) static void first(void) { DO; }
__attribute__((destructor)) static void last(void) { UNDO; }

int f(double x) {
  if (x > 1)
    return 1;
  return 0;
}
