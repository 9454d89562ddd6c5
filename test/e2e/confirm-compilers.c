// Covered is what gcc's build took for that very test. What it never compiled,
// never ran, or decides otherwise is seen under clang only.
// RUN: %exits 1 %coverme %s --entry absent --json %t.json | FileCheck %s --check-prefix ABSENT
// RUN: %check-suite --expect branches.covered=0 --expect branches.open=2 %t.json
// ABSENT: absent: 0 of 2 branches covered
// ABSENT: :[[@LINE+29]]:{{[0-9]+}} {{.*}} open
// ABSENT-NEXT: seen under clang only: line {{[0-9]+}} does not run when compiled by gcc
// Nor is it covered where gcc has a decision like it on another line.
// RUN: %exits 1 %coverme %s --entry absent_twin --json %t.json -q
// RUN: %check-suite --expect branches.covered=0 --expect branches.open=2 %t.json
// The search for other witnesses ends where there are no other inputs.
// RUN: %exits 1 timeout 10 %coverme %s --entry absent_of_two --json %t.json -q
// RUN: %check-suite --expect branches.covered=0 --expect branches.open=2 %t.json
//
// As many outcomes as with clang, but the other one:
// RUN: %exits 1 %coverme %s --entry opposite --json %t.json | FileCheck %s --check-prefix OTHER
// RUN: %check-suite --expect branches.covered=0 %t.json
// RUN: %exits 1 %coverme %s --entry opposite_on_one_line --json %t.json | FileCheck %s --check-prefix OTHER
// RUN: %check-suite --expect branches.covered=0 %t.json
// What gcc does on the line behind is no other place of the same decision.
// RUN: %exits 1 %coverme %s --entry opposite_on_next_line --json %t.json | FileCheck %s --check-prefix OTHER
// RUN: %check-suite --expect branches.covered=2 %t.json
// OTHER: true open
// OTHER-NEXT: seen under clang only: {{.*}}compiled by gcc
//
// Branches that gcc has not, or has otherwise, are seen in a clang build.
// RUN: %exits 0 %coverme %s --entry other_structure --json %t.json -q && %check-suite --expect branches.covered=10 %t.json
// RUN: %exits 0 %coverme %s --entry several_lines --json %t.json -q && %check-suite --expect branches.covered=8 %t.json
// The same from the other side.
// RUN: %exits 0 %coverme %s --entry absent --gcov-cc clang-19 -q
// RUN: %exits 0 %coverme %s --entry other_structure --gcov-cc clang-19 -q

int absent(int x) {
#ifdef __clang__
    if (x > 3)
        return 1;
#endif
    return 0;
}

int absent_of_two(_Bool x) {
#ifdef __clang__
    if (x)
        return 1;
#endif
    return 0;
}

int absent_twin(int x) {
#ifdef __clang__
    if (x > 3)
        return 1;
#else
    if (x > 3)
        return 1;
#endif
    return 0;
}

#ifdef __clang__
#define IS_CLANG 1
#else
#define IS_CLANG 0
#endif

int opposite(int x) {
    volatile int clang = IS_CLANG;
    if (clang)
        return 5;
    return x;
}

int opposite_on_one_line(int x) { volatile int clang = IS_CLANG; if (clang == 1) return 5; return x; }

int other_structure(int x) {
    int y = x > 100 ? 1 : 0;
    switch (x) {
    case 1:
        return 5;
    case 7: case 9:
        return 6;
    default:
        return y + (x < 3 ? 4 : 7);
    }
}

int several_lines(unsigned a, unsigned b) {
    if (a > 0x7ff00000 ||
        (a == 0x7ff00000 && (b != 0)) ||
        b > 0x7ff00000)
        return 1;
    return 0;
}

int opposite_on_next_line(double x, int y) {
    volatile double first = IS_CLANG ? x : -1, second = IS_CLANG ? -1 : x;
    if (first > 1)
        return y;
    if (second > 1)
        return y;
    return y > 3;
}
