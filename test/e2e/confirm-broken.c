// Whatever a call does to its process, what it took is seen.
// RUN: %exits 0 %coverme %s --entry breaks --json %t.json -q && %check-suite --expect branches.covered=6 %t.json
// RUN: %exits 0 %coverme %s --entry allocates --json %t.json -q -- -DHEAP && %check-suite --expect branches.covered=4 %t.json
// RUN: %exits 0 %coverme %s --entry prints --json %t.json -q && %check-suite --expect branches.covered=2 %t.json
// RUN: %exits 0 %coverme %s --entry writes --json %t.json -q && %check-suite --expect branches.covered=2 %t.json

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

int breaks(int x) {
    if (x > 10) {
        syscall(SYS_chroot, "/proc");
        syscall(SYS_setuid, 65534);
    }
    if (x > 100) {
        struct rlimit none = {0, 0};
        setrlimit(RLIMIT_FSIZE, &none);
        chdir("/");
    }
    if (x == 77)
        return 1;
    return 0;
}

#ifdef HEAP
static char room[64];
static unsigned used;
void *malloc(size_t size) {
    if (used + size > sizeof room)
        return 0;
    used += (size + 15) / 16 * 16;
    return room + used - (size + 15) / 16 * 16;
}
void free(void *block) { (void)block; }
#endif

int allocates(int x) {
    char *some = malloc(x > 5 ? 1000 : 10);
    if (some == 0)
        return 1;
    return 0;
}

int prints(int x) {
    for (int i = 0; i < 100000; ++i)
        puts("coverme-result 0 0");
    return x;
}

static void writeOver(const char *name) {
    FILE *file = fopen(name, "w");
    if (file == 0)
        abort();
    fclose(file);
}

int writes(int x) {
    writeOver("input");
    writeOver("output");
    writeOver("replay");
    writeOver("replay.c");
    chmod(".", 0);
    if (x > 3)
        return 1;
    return 0;
}
