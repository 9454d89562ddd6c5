// Of a line that runs, gcc's code may take another part.
// RUN: %exits 1 %coverme %s --entry differs --goal reach --at call:getpid \
// RUN:   | FileCheck --check-prefix DIFFERS %s
// DIFFERS: differs: 0 of 1 place reached, 0 proved unreachable, 1 open
// DIFFERS: the code compiled by gcc takes another way on this line
// RUN: %exits 0 %coverme %s --entry alike --goal reach --at call:getpid -q
extern int getpid(void);
extern void abort(void);
#ifdef __clang__
#define IS_CLANG 1
#else
#define IS_CLANG 0
#endif

// clang-format off
int differs(int x) { int is = IS_CLANG; if (is && x > 3) getpid(); return 0; }
int alike(int x) { int is = 1; if (is && x > 3) { getpid(); abort(); } return 0; }
