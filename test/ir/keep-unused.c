// Ensures that functions of the file that nothing calls are kept for their own
// sake, static ones and C99's inline definitions, and those of the user's
// headers by name, but nothing of the system's; that they come behind all
// others, whose numbers stay; and that there is nothing to read about it.
// RUN: rm -rf %t && split-file %s %t
// RUN: %cc %frontend -fplugin-arg-coverme-keep-unused -O1 -g -w -isystem %t/system -c %t/unused.c -o %t/unused.o 2>&1 | count 0
// RUN: %tables %t/unused.o | FileCheck %s --implicit-check-not=function
// RUN: llvm-readelf -s %t/unused.o | FileCheck %s --check-prefix=SYMBOLS
// By name; what it calls comes along.
// RUN: %cc %frontend -fplugin-arg-coverme-keep-unused=c99_in_header -fplugin-arg-coverme-keep-unused=odd -fplugin-arg-coverme-keep-unused=in_system -O1 -g -w -isystem %t/system -c %t/unused.c -o %t/named.o
// RUN: %tables %t/named.o | FileCheck %s --check-prefixes=USUAL,NAMED --implicit-check-not=function
// Only on demand:
// RUN: %cc %frontend -O1 -g -w -isystem %t/system -c %t/unused.c -o %t/usual.o
// RUN: %tables %t/usual.o | FileCheck %s --check-prefix=USUAL --implicit-check-not=function
// As gcc or clang -E leave a file:
// RUN: %clang -E -isystem %t/system %t/unused.c -o %t/unused.i
// RUN: %cc %frontend -fplugin-arg-coverme-keep-unused -O1 -g -w -c %t/unused.i -o %t/unused.i.o
// RUN: %tables %t/unused.i.o | FileCheck %s --implicit-check-not=function

// RUN: not %clang %frontend -fplugin-arg-coverme-typo -c %t/unused.c 2>&1 | FileCheck %s --check-prefix=TYPO
// TYPO: error: coverme has no option 'typo'

// USUAL: function 0 user
// USUAL: function 1 called unused.c:8 flags=static
// USUAL: function 2 external unused.c:9
// CHECK: function 0 user
// CHECK: function 1 called unused.c:8 flags=static
// CHECK: function 2 external unused.c:9
// NAMED: function 3 c99_in_header header.h:2 flags=static
// NAMED: function 4 odd unused.c:16 flags=static
// NAMED: function 5 even unused.c:17 flags=static
// CHECK: function 3 unused unused.c:14 flags=static
// CHECK: function 4 odd unused.c:16 flags=static
// CHECK: function 5 even unused.c:17 flags=static
// CHECK: function 6 never unused.c:18 flags=static
// CHECK: function 7 forced unused.c:19 flags=static
// CHECK: function 8 c99 unused.c:20 flags=static

// SYMBOLS-DAG: FUNC LOCAL {{.*}} c99
// SYMBOLS-DAG: FUNC GLOBAL {{.*}} external

//--- system/system.h
static inline int in_system(int x) { return x > 1; }
extern inline __attribute__((gnu_inline)) int by_system(int x) { return x > 2; }
//--- header.h
static inline int in_header(int x) { return x > 3; }
inline int c99_in_header(int x) { return x > 4; }
//--- unused.c
#include "header.h"

#include <system.h>

static int never(int x);
int declared(int x);

static int called(int x) { return x > 5; }
inline int external(int x) { return x > 6; }
int user(int x) { return called(x) + (0 ? never(x) : 0) + external(by_system(x)); }
// Only this makes it so.
extern int external(int x);

static int unused(int x) { return x > 7; }
static int even(int x);
static int odd(int x) { return x == 0 ? 0 : even(x - 1); }
static int even(int x) { return x == 0 ? 1 : odd(x - 1); }
static int never(int x) { return x > 8; }
static inline __attribute__((always_inline)) int forced(int x) { return x > 9; }
inline int c99(int x) { return x > 10; }
// A copy, even for gcc.
extern inline __attribute__((gnu_inline)) int gnu(int x) { return x > 11; }
// No clang can keep one of these.
__attribute__((target_clones("avx2", "default"))) static int clones(int x) { return x > 12; }
