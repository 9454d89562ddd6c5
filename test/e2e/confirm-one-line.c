// gcc goes another way through the decisions of one line, with the same results
// and no line that tells the ways apart.
// RUN: %exits 1 %coverme %s --entry both | FileCheck %s --check-prefix BOTH
// BOTH: both: 0 of 4 branches covered
// BOTH: compiled by gcc, line [[#]] takes another way
// gcc makes no decision of the absolute value, but does of the others.
// RUN: %exits 1 %coverme %s --entry fewer | FileCheck %s --check-prefix FEWER
// FEWER: fewer: 0 of 6 branches covered
// RUN: %exits 1 %coverme %s --entry cases | FileCheck %s --check-prefix CASES
// CASES: cases: 0 of 4 branches covered
// RUN: %exits 0 %coverme %s --entry alike -q
// RUN: %exits 0 %coverme %s --entry alikeCases -q
extern int getpid(void);
#ifdef __clang__
#define IS_CLANG 1
#else
#define IS_CLANG 0
#endif

// clang-format off
int both(int x) { int is = IS_CLANG; if (is && x > 3) getpid(); return 0; }
int fewer(int x) { int is = IS_CLANG; x = is ? x < 0 ? -x : x : 5; if (x > 7) getpid(); return 0; }
int alike(int x) { int is = x & 1; x = is ? x < 0 ? -x : x : 5; if (x > 7) getpid(); return 0; }
int cases(int x) { int is = IS_CLANG; switch (is * x) { case 3: getpid(); break; case 7: getpid(); getpid(); } return 0; }
int alikeCases(int x) { int is = x & 64; switch (is ? x - 64 : 0) { case 3: getpid(); break; case 7: getpid(); getpid(); } return 0; }
