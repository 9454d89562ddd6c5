// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does a function do the same in two shared objects? Runs both on many inputs
// and compares what they leave, bit by bit, but for NaNs.
//
//   alike ONE.so OTHER.so CASES SECONDS SEED
//
// Each object has coverme_numbers() and coverme_try(in, out). CASES is text:
// how many numbers an input has, then of each f64, f32, i (an integer, and of
// how many bits) or x (left as it is); how many are compared, then of each f64,
// f32, f16, b (bits) or x (not compared); constants to try, their count first;
// and rows of inputs, until the end.
//
// exit codes:
//   0  no input of those told them apart; their number is printed
//   1  one did, which is printed
//   2  it could not be asked
#include <dlfcn.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

typedef unsigned long long Bits;
enum { kMost = 4096, kCases = 200000 };

struct Kind {
  char name[8];
  int bits;
};
static struct Kind ins[kMost], outs[kMost];
static int inCount, outCount, constantCount, rowCount;
static Bits constants[kMost], *rows;

static Bits state;
static Bits any(void) { // splitmix64
  Bits z = (state += 0x9e3779b97f4a7c15ULL);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}
static int below(int bound) { return (int)(any() % (unsigned)bound); }
static double unit(void) { return (double)(any() >> 11) / 9007199254740992.0; }

static Bits bitsOf(double value, const struct Kind *kind) {
  Bits bits = 0;
  if (kind->bits == 64) {
    memcpy(&bits, &value, sizeof value);
  } else {
    const float narrow = (float)value;
    memcpy(&bits, &narrow, sizeof narrow);
  }
  return bits;
}
static double valueOf(Bits bits, const struct Kind *kind) {
  double value = 0;
  float narrow = 0;
  if (kind->bits == 64) {
    memcpy(&value, &bits, sizeof value);
    return value;
  }
  memcpy(&narrow, &bits, sizeof narrow);
  return narrow;
}

static Bits fresh(const struct Kind *kind, Bits old) {
  const Bits mask = kind->bits == 64 ? ~0ULL : (1ULL << kind->bits) - 1;
  const int how = below(10);
  Bits bits = old;
  if (how == 0)
    return any() & mask;
  if (how == 1) // a neighbour, near or far
    return (old +
            (below(2) ? 1 : -1) * (any() & ((1ULL << below(kind->bits)) - 1)) +
            (Bits)below(3) - 1) &
           mask;
  if (how == 2 && constantCount != 0) {
    bits = constants[below(constantCount)];
    if (kind->name[0] == 'f' && kind->bits == 64 && bits >> 32 == 0)
      // A high word, with a low one that may be another constant.
      bits = bits << 32 |
             (below(3) == 0   ? 0
              : below(2) == 0 ? any() & 0xffffffff
                              : constants[below(constantCount)] & 0xffffffff);
    return (bits + (Bits)below(3) - 1 + ((Bits)below(2) << (kind->bits - 1))) &
           mask;
  }
  if (kind->name[0] == 'i')
    return (how < 6 ? (Bits)below(70) - 35 : old + (Bits)below(9) - 4) & mask;
  if (how < 5) // any magnitude, all digits
    return any() & mask;
  if (how == 5) { // few digits
    const int digits = kind->bits == 64 ? 52 : 23;
    return (any() & mask) & ~((1ULL << below(digits + 1)) - 1);
  }
  if (how == 6)
    return bitsOf(valueOf(old, kind) * exp2(6 * unit() - 3), kind);
  if (how == 7)
    return bitsOf((below(2) ? 1 : -1) * exp2(40 * unit() - 20), kind);
  return bitsOf((below(2) ? 1 : -1) * exp2(12 * unit() - 6), kind);
}

static sigjmp_buf back;
static volatile sig_atomic_t ticks;
static void leave(int signal) {
  if (signal != SIGPROF || ++ticks > 3)
    siglongjmp(back, 1);
}

typedef void (*Try)(const Bits *, Bits *);
// Does the call return?
static int run(Try call, const Bits *in, Bits *out) {
  memset(out, 0, sizeof *out * (size_t)outCount);
  ticks = 0;
  if (sigsetjmp(back, 1) != 0)
    return 0;
  call(in, out);
  return 1;
}

static int isNan(Bits bits, const struct Kind *kind) {
  if (kind->name[0] != 'f')
    return 0;
  const Bits sign = 1ULL << (kind->bits - 1);
  const int digits = kind->bits == 64 ? 52 : kind->bits == 32 ? 23 : 10;
  return (bits & (sign - 1)) > sign - (1ULL << digits);
}

static void readKinds(FILE *file, struct Kind *kinds, int *count) {
  if (fscanf(file, "%d", count) != 1 || *count > kMost)
    exit(2);
  for (int i = 0; i < *count; ++i) {
    if (fscanf(file, "%7s", kinds[i].name) != 1)
      exit(2);
    kinds[i].bits = atoi(kinds[i].name + 1);
  }
}

static Try load(const char *name) {
  void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) {
    fprintf(stderr, "%s\n", dlerror());
    exit(2);
  }
  return (Try)dlsym(handle, "coverme_try");
}

int main(int count, char **words) {
  if (count != 6)
    return 2;
  const Try one = load(words[1]), other = load(words[2]);
  FILE *file = fopen(words[3], "r");
  if (file == NULL)
    return 2;
  readKinds(file, ins, &inCount);
  readKinds(file, outs, &outCount);
  if (fscanf(file, "%d", &constantCount) != 1 || constantCount > kMost)
    return 2;
  for (int i = 0; i < constantCount; ++i)
    if (fscanf(file, "%llx", &constants[i]) != 1)
      return 2;
  rows = malloc(sizeof *rows * kMost * 64);
  int most = 0;
  while (most < kMost * 64 && fscanf(file, "%llx", &rows[most]) == 1)
    ++most;
  rowCount = inCount != 0 ? most / inCount : 0;
  if (rowCount == 0)
    return 2;
  state = strtoull(words[5], NULL, 0);
  static const int caught[] = {SIGSEGV, SIGBUS,  SIGFPE,
                               SIGILL,  SIGABRT, SIGPROF};
  static char stack[1 << 16];
  const stack_t below_ = {.ss_sp = stack, .ss_size = sizeof stack};
  sigaltstack(&below_, NULL);
  struct sigaction action = {.sa_handler = leave, .sa_flags = SA_ONSTACK};
  for (size_t i = 0; i < sizeof caught / sizeof *caught; ++i)
    sigaction(caught[i], &action, NULL);
  const struct itimerval tick = {{0, 50000}, {0, 50000}};
  setitimer(ITIMER_PROF, &tick, NULL);
  const clock_t end =
      clock() + (clock_t)(atof(words[4]) * (double)CLOCKS_PER_SEC);
  Bits *in = calloc(kMost, sizeof *in), *got = calloc(kMost, sizeof *got),
       *want = calloc(kMost, sizeof *want);
  int done = 0, at = 0;
  for (; at < kCases && clock() < end; ++at) {
    // The tests' own come first.
    const int row = at < rowCount ? at : below(rowCount);
    memcpy(in, rows + (size_t)row * (size_t)inCount,
           sizeof *in * (size_t)inCount);
    const int all = below(2);
    const int only = below(inCount);
    for (int i = 0; i < inCount; ++i)
      if (ins[i].name[0] != 'x' && at >= rowCount &&
          (all ? below(3) != 0 : i == only))
        in[i] = fresh(&ins[i], in[i]);
    if (!run(one, in, want)) // no test to be kept
      continue;
    ++done;
    int isSame = run(other, in, got);
    for (int i = 0; i < outCount; ++i)
      isSame &= outs[i].name[0] == 'x' || got[i] == want[i] ||
                (isNan(got[i], &outs[i]) && isNan(want[i], &outs[i]));
    if (isSame)
      continue;
    for (int i = 0; i < inCount; ++i)
      printf("0x%llx ", in[i]);
    printf("\n");
    fflush(stdout);
    _exit(1);
  }
  printf("%d\n", done);
  fflush(stdout);
  _exit(done != 0 ? 0 : 2);
}
