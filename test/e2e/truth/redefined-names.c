// The linker may give a name another definition than the file that has it.
// RUN: gcc -DCALLER %s %S/Inputs/redefined-names.c -Wl,--wrap=level -o %t && %t
// RUN: gcc -DCALLER %s %S/Inputs/redefined-names.c -Wl,--defsym=level=other \
// RUN:   -Wl,-z,muldefs -o %t && %t
// RUN: %exits 1 %coverme %s --with %S/Inputs/redefined-names.c --entry above \
// RUN:   -- -Wl,--wrap=level | FileCheck %s -DFLAG=--wrap=level
// RUN: %exits 1 %coverme %s --with %S/Inputs/redefined-names.c --entry above \
// RUN:   -- -Xlinker --defsym=level=other | FileCheck %s -DFLAG=--defsym=level=other
// CHECK: 0 proved infeasible
// CHECK: nothing is proved of above, because names have other definitions with [[FLAG]]
#include <assert.h>

int level(void);

int above(int x) {
  if (x > 3 && level() == 7)
    return 1;
  return 0;
}

#ifdef CALLER
int main(void) {
  assert(above(4));
  return 0;
}
#endif
