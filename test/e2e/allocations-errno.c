// malloc and calloc set errno when they fail, whatever LLVM thinks.
// RUN: not %coverme %s --all > %t
// RUN: FileCheck %s < %t
#include <errno.h>
#include <stdlib.h>

// CHECK: 5 of 6 branches covered, {{.*}} 0 findings
// CHECK: errno.c:[[@LINE+7]]:{{.*}} false
// CHECK-NOT: errno.c:
int reserve(unsigned long size) {
  errno = 0;
  char *block = malloc(size);
  const int error = errno;
  if (block == 0)
    return error == ENOMEM ? 1 : 2;
  free(block);
  return 0;
}

int clear(unsigned long count) {
  errno = 0;
  void *block = calloc(count, 16);
  const int error = errno;
  free(block);
  return error != 0 ? -1 : 0;
}
