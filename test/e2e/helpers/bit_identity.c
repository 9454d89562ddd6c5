/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

   bit_identity PLAIN.so INSTRUMENTED.so ENTRY ARGUMENTS COUNT

   Calls both objects' ENTRY, a function of one or two doubles with a double
   result, on COUNT inputs of random bits and on special values, with all site
   states zero and with all sites open. Fails at the first result that differs
   by a bit. */
#include <coverme/runtime.h>

#include <dlfcn.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef double (*Unary)(double);
typedef double (*Binary)(double, double);

typedef struct {
  Unary unary; /* one of the two is null */
  Binary binary;
} Function;

static void die(const char *text) {
  fprintf(stderr, "bit_identity: %s\n", text);
  exit(1);
}

static void *symbol(void *object, const char *name) {
  void *address = dlsym(object, name);
  if (address == NULL)
    die(dlerror());
  return address;
}

static Function load(void *object, const char *entry, int arguments) {
  Function function = {NULL, NULL};
  void *address = symbol(object, entry);
  if (arguments == 1)
    memcpy(&function.unary, &address, sizeof address);
  else
    memcpy(&function.binary, &address, sizeof address);
  return function;
}

static uint64_t call(const Function *function, const uint64_t *bits) {
  double x, y, result;
  memcpy(&x, &bits[0], sizeof x);
  memcpy(&y, &bits[1], sizeof y);
  result = function->unary != NULL ? function->unary(x) : function->binary(x, y);
  uint64_t out;
  memcpy(&out, &result, sizeof out);
  return out;
}

/* xorshift64* (Vigna, ACM TOMS 42, 2016). */
static uint64_t nextRandom(uint64_t *state) {
  *state ^= *state >> 12;
  *state ^= *state << 25;
  *state ^= *state >> 27;
  return *state * UINT64_C(2685821657736338717);
}

static const uint64_t kSpecial[] = {
    0x0000000000000000, 0x0000000000000001, 0x000fffffffffffff,
    0x0010000000000000, 0x3cb0000000000000, 0x3fd0000000000000,
    0x3fe0000000000000, 0x3fefffffffffffff, 0x3ff0000000000000,
    0x3ff0000000000001, 0x3ff8000000000000, 0x4000000000000000,
    0x4024000000000000, 0x4035ffffffffffff, 0x40862e42fefa39ef,
    0x4330000000000000, 0x43f0000000000000, 0x7fefffffffffffff,
    0x7ff0000000000000, 0x7ff0000000000001, 0x7ff4000000000000,
    0x7ff8000000000000, 0x7fffffffffffffff};
enum { kSpecials = 2 * sizeof kSpecial / sizeof *kSpecial }; /* with -x */

static uint64_t special(size_t i) {
  return kSpecial[i / 2] | (uint64_t)(i % 2) << 63;
}

static uint64_t *makeInputs(size_t count) {
  uint64_t *inputs = malloc(2 * count * sizeof *inputs);
  if (inputs == NULL)
    die("out of memory");
  uint64_t seed = 1;
  for (size_t i = 0; i < 2 * count; ++i)
    inputs[i] = nextRandom(&seed);
  /* All pairs of special values come first. */
  for (size_t i = 0; i < kSpecials && i * kSpecials < count; ++i)
    for (size_t j = 0; j < kSpecials && i * kSpecials + j < count; ++j) {
      inputs[2 * (i * kSpecials + j)] = special(i);
      inputs[2 * (i * kSpecials + j) + 1] = special(j);
    }
  return inputs;
}

int main(int argc, char **argv) {
  if (argc != 6)
    die("usage: bit_identity PLAIN.so INSTRUMENTED.so ENTRY ARGUMENTS COUNT");
  void *plainObject = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  void *object = plainObject ? dlopen(argv[2], RTLD_NOW | RTLD_LOCAL) : NULL;
  if (object == NULL)
    die(dlerror());
  const char *entry = argv[3];
  const int arguments = atoi(argv[4]);
  const size_t count = strtoul(argv[5], NULL, 10);

  uint8_t *(*states)(void);
  uint64_t (*siteCount)(void);
  void (*attach)(coverme_session *);
  *(void **)&states = symbol(object, "coverme_states");
  *(void **)&siteCount = symbol(object, "coverme_site_count");
  *(void **)&attach = symbol(object, "coverme_attach");
  const size_t sites = siteCount();
  if (sites == 0)
    die("the instrumented object has no sites");

  coverme_session session = {.epoch = 1, .rSite = COVERME_NO_SITE};
  session.visits = calloc(sites, sizeof *session.visits);
  session.touched = calloc(sites, sizeof *session.touched);
  uint64_t *inputs = makeInputs(count);
  if (session.visits == NULL || session.touched == NULL)
    die("out of memory");
  attach(&session);

  const Function plain = load(plainObject, entry, arguments);
  const Function instrumented = load(object, entry, arguments);
  for (size_t i = 0; i < count; ++i) {
    const uint64_t *bits = &inputs[2 * i];
    const uint64_t expected = call(&plain, bits);
    for (int open = 0; open < 2; ++open) {
      memset(states(), open ? COVERME_STATE_TRUE_OPEN | COVERME_STATE_FALSE_OPEN
                            : 0, sites);
      ++session.epoch;
      session.touchedCount = 0;
      const uint64_t found = call(&instrumented, bits);
      if (found != expected) {
        fprintf(stderr,
                "bit_identity: %s, sites %s: (0x%016" PRIx64 ", 0x%016" PRIx64
                "): 0x%016" PRIx64 ", uninstrumented 0x%016" PRIx64 "\n",
                entry, open ? "open" : "closed", bits[0], bits[1], found,
                expected);
        return 1;
      }
      /* Else this test would test nothing. */
      if ((session.touchedCount != 0) != (open != 0))
        die("the hooks did not run when they should, or did when not");
    }
  }
  return 0;
}
