// What libc's names do not reach, the kernel keeps the code from: system calls of its own
// that are about other processes, or about what its own may do. And other ways to be rid of
// one's process. The form is that of misbehaviour.c.
// RUN: %misbehaves %coverme %s
//
// entry                  finding; with a * the call does not end, and covers nothing
// EXPECT: stopsParent            process *
// EXPECT: killsParentThread      process *
// EXPECT: queuesToParent         process *
// EXPECT: killsThroughDescriptor process *
// EXPECT: rawFork                process *
// EXPECT: forkBomb               process *
// EXPECT: rawClone               process *
// EXPECT: rawExec                process *
// EXPECT: daemonizes             process *
// EXPECT: rawVfork               process *
// EXPECT: raisesKill             signal
// EXPECT: raisesStop             signal *
// EXPECT: rawKillSelf            signal
// EXPECT: raisesTerm             signal
// EXPECT: raisesTstp             signal *
// EXPECT: raisesUser             signal
// EXPECT: raisesRealtime         signal
// EXPECT: raisesReserved         signal *
// EXPECT: rawExit                exit *
// EXPECT: threadExit             exit *
// EXPECT: tracesParent           none
// EXPECT: attachesParent         none
// EXPECT: becomesNobody          none
// EXPECT: changesRoot            none
// EXPECT: changesFolder          none
// EXPECT: removesFolder          none
// EXPECT: emptiesParent          none
// EXPECT: fixesFiles             none
// EXPECT: session                none
// EXPECT: group                  none
// EXPECT: limits                 none
// EXPECT: noDeathSignal          none
// EXPECT: strict                 none
// EXPECT: leavesThread           none
// EXPECT: fillsDisk              signal *
// EXPECT: rawTimer               signal *
// EXPECT: noAlternateStack       signal-handling
// EXPECT: overflowsWithoutOne    signal *
// EXPECT: blocksAndDies          signal *
// EXPECT: threadCrashes          signal *
// EXPECT: hugeAlloca             stack-overflow *
#define _GNU_SOURCE
#include <fcntl.h>
#include <ftw.h>
#include <linux/fs.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#define AT_42(name, ...)                                                       \
  int name(double x) {                                                         \
    if (x == 42.0)                                                             \
      __VA_ARGS__;                                                             \
    return x > 1e10 ? 1 : 0;                                                   \
  }

static volatile int zero, sink;

AT_42(stopsParent, syscall(SYS_kill, getppid(), SIGSTOP))
AT_42(killsParentThread, syscall(SYS_tgkill, getppid(), getppid(), SIGKILL))
AT_42(queuesToParent, { siginfo_t i; memset(&i, 0, sizeof i); i.si_code = SI_QUEUE; syscall(SYS_rt_sigqueueinfo, getppid(), SIGKILL, &i); })
AT_42(killsThroughDescriptor, { int fd = syscall(SYS_pidfd_open, getppid(), 0); syscall(SYS_pidfd_send_signal, fd, SIGKILL, 0, 0); })
AT_42(rawFork, syscall(SYS_fork))
AT_42(forkBomb, for (;;) syscall(SYS_fork))
AT_42(rawClone, syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0))
AT_42(daemonizes, { if (syscall(SYS_fork) == 0) { setsid(); if (syscall(SYS_fork) == 0) for (;;) pause(); } })
AT_42(rawVfork, { int p = vfork(); if (p == 0) _exit(0); })
AT_42(rawExec, { char *a[] = {"/bin/sleep", "100", 0}; syscall(SYS_execve, a[0], a, 0); })
AT_42(raisesKill, raise(SIGKILL))
AT_42(raisesStop, raise(SIGSTOP))
AT_42(rawKillSelf, syscall(SYS_kill, getpid(), SIGKILL))
AT_42(raisesTerm, raise(SIGTERM))
AT_42(raisesTstp, raise(SIGTSTP))
AT_42(raisesUser, raise(SIGUSR1))
AT_42(raisesRealtime, raise(SIGRTMIN + 3))
AT_42(raisesReserved, syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), 33))
AT_42(rawExit, syscall(SYS_exit_group, 5))
AT_42(threadExit, pthread_exit(0))
AT_42(tracesParent, syscall(SYS_ptrace, PTRACE_SEIZE, getppid(), 0, 0))
AT_42(attachesParent, syscall(SYS_ptrace, PTRACE_ATTACH, getppid(), 0, 0))
AT_42(becomesNobody, syscall(SYS_setuid, 65534))
AT_42(changesRoot, { sink = chroot("."); })
AT_42(changesFolder, { sink = chdir("/"); })
static int removeEach(const char *path, const struct stat *status, int kind, struct FTW *place) { remove(path); return 0; }
// But in a run of coverme's, it is harmless.
AT_42(emptiesParent, { char b[4096]; if (getcwd(b, sizeof b) && strstr(b, "/coverme-tmp.")) nftw("..", removeEach, 16, FTW_DEPTH | FTW_PHYS); })
AT_42(removesFolder, { char b[4096]; if (getcwd(b, sizeof b)) sink = chdir("/"), sink = rmdir(b); })
AT_42(removesAndDies, { char b[4096]; if (getcwd(b, sizeof b)) sink = chdir("/"), sink = rmdir(b); *(volatile int *)8 = 1; })
static void fix(const char *name) { int f = open(name, O_RDONLY), a = FS_IMMUTABLE_FL; ioctl(f, FS_IOC_SETFLAGS, &a); close(f); }
AT_42(fixesFiles, { close(open("fixed", O_CREAT | O_WRONLY, 0600)); fix("fixed"); fix("."); })
AT_42(session, setsid())
AT_42(group, setpgid(0, 0))
AT_42(limits, { struct rlimit l = {0, 0}; setrlimit(RLIMIT_NOFILE, &l); setrlimit(RLIMIT_DATA, &l); })
AT_42(noDeathSignal, prctl(PR_SET_PDEATHSIG, 0))
AT_42(strict, prctl(PR_SET_SECCOMP, 1))
AT_42(fillsDisk, { int f = open("big", O_WRONLY | O_CREAT, 0600); char *b = calloc(1, 1 << 20); while (write(f, b, 1 << 20) > 0) ; close(f); })
AT_42(noAlternateStack, { stack_t s = {.ss_flags = SS_DISABLE}; sigaltstack(&s, 0); })
static int deeper(int d) { volatile char f[512]; f[d & 511] = 1; return zero == 0 ? deeper(d + 1) + f[7] : 0; }
AT_42(overflowsWithoutOne, { stack_t s = {.ss_flags = SS_DISABLE}; syscall(SYS_sigaltstack, &s, 0); sink = deeper(0); })
AT_42(blocksAndDies, { uint64_t all = ~0ull; syscall(SYS_rt_sigprocmask, SIG_BLOCK, &all, 0, 8); *(volatile int *)8 = 1; })
AT_42(rawTimer, { struct itimerval t = {{0, 100}, {0, 100}}; syscall(SYS_setitimer, ITIMER_REAL, &t, 0); for (volatile int i = 0; i < 100000000; i++) ; })
static void *spin(void *p) { for (;;) ; return p; }
AT_42(leavesThread, { pthread_t t; sink = pthread_create(&t, 0, spin, 0); })
static void *crash(void *p) { *(volatile int *)8 = 1; return p; }
AT_42(threadCrashes, { pthread_t t; sink = pthread_create(&t, 0, crash, 0); for (;;) pause(); })
AT_42(hugeAlloca, { volatile char *p = __builtin_alloca((size_t)(x * 1e7)); p[0] = 1; })
