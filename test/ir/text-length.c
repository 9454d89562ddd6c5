// The longest literal that texts may be compared with, but no more than 32.
// RUN: %cc -O1 -c %s -o %t.o && %tables %t.o | FileCheck %s
// RUN: %cc -O1 -c %s -o %t.long.o -DLONG && %tables %t.long.o | FileCheck %s --check-prefix LONG
// CHECK: module text=9
// LONG: module text=32

int strcmp(const char *, const char *);
int memcmp(const void *, const void *, unsigned long);
int puts(const char *);

int kind(const char *name) {
  if (strcmp(name, "geodetic_") == 0)
    return 1;
  if (memcmp(name, "abc", 3) == 0)
    return puts("this is longer than any of them");
#ifdef LONG
  if (strcmp("0123456789012345678901234567890123456789", name) == 0)
    return 2;
#endif
  return 0;
}
