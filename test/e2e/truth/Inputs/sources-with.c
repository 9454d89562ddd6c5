// What ../sources.c calls.
int shared = 1;
static int hidden = 1;
extern int (*hook)(int);

int grade(double x) { return x < 0 ? 2 : 4; }
void touch(void) { shared = 8; }
int count(int n) {
  hidden += n;
  return hidden;
}
void keep(int *p) { *p = 5; }
int apply(int x) { return hook ? hook(x) : 0; }
static int twice(int x) { return 2 * x; }
int both(int x) { return twice(x); }
__attribute__((weak)) int replaced(int x) { return x & 1; }
