// Linkers name the ends of sections, by which code finds what other files have
// put there; and assembly may give a variable another name.
// RUN: %truth --build 'gcc -O0' %s
// RUN: %truth --build 'gcc -O0' %s -- -DASSEMBLY
#include <assert.h>

int initial(int x);
int stored(int *p);

#ifndef CALLER
#ifdef ASSEMBLY
__asm__(".globl number\n.set number, kept\n");
__asm__(".globl other\n.set other, scratch\n");
#define PLACE(section)
#else
#define PLACE(name) __attribute__((section(name)))
#endif
static int kept PLACE("number_set") = 5;
static int scratch PLACE("other_set") = 5;

int initial(int x) {
  if (kept != 5) // TAKEN: true
    return 1;
  return x * 0;
}

int stored(int *p) {
  *p = 0;
  scratch = 7;
  if (*p == 7) // TAKEN: true
    return 1;
  return 0;
}
#else
#ifdef ASSEMBLY
extern int number, other;
#define NUMBER number
#define OTHER other
#else
extern int __start_number_set[], __start_other_set[];
#define NUMBER __start_number_set[0]
#define OTHER __start_other_set[0]
#endif
int main(void) {
  NUMBER = 6;
  assert(initial(1));
  assert(stored(&OTHER));
  return 0;
}
#endif
