// A volatile object that is copied as a whole may hold something else than was
// written to it. Here, a write to its second element tells who changes its
// first one.
// RUN: %truth --build 'gcc -O0' %s --max-evals 2000
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

struct Pair {
  int at[2];
};

int copiedToObject(volatile struct Pair *p, struct Pair *to);
int copiedToVariable(volatile struct Pair *p, unsigned i);
int plain(struct Pair *p, unsigned i);

#ifndef CALLER
int copiedToObject(volatile struct Pair *p, struct Pair *to) {
  p->at[0] = 1;
  p->at[1] = 1;
  *to = *p;
  if (to->at[0] == 7) // TAKEN: true
    return 1;
  return 0;
}

int copiedToVariable(volatile struct Pair *p, unsigned i) {
  p->at[0] = 1;
  p->at[1] = 1;
  struct Pair copy = *p;
  if (copy.at[i % 2] == 7) // TAKEN: true
    return 1;
  return 0;
}

int plain(struct Pair *p, unsigned i) {
  p->at[0] = 1;
  p->at[1] = 1;
  struct Pair copy = *p;
  if (copy.at[i % 2] == 7) // PROVED: true
    return 1;
  return 0;
}
#else
#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

static char *page;
static size_t size;
static volatile struct Pair *object; // lies half in the page

static void change(int signal) {
  mprotect(page, size, PROT_READ | PROT_WRITE);
  object->at[0] = 7;
}

static void watch(void) { mprotect(page, size, PROT_NONE); }

int main(void) {
  struct Pair to;
  size = (size_t)sysconf(_SC_PAGESIZE);
  page = (char *)mmap(NULL, 2 * size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) + size;
  object = (struct Pair *)(page - sizeof(int));
  signal(SIGSEGV, change);
  watch();
  assert(copiedToObject(object, &to));
  watch();
  assert(copiedToVariable(object, 0));
  return 0;
}
#endif
