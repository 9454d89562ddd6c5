// One pointer of few bits is not all that such a call hangs on: it may lead to a
// variable of the file.
// RUN: %truth %s --max-evals 2000
#include <assert.h>

signed char *leak(void);
extern signed char gc;

int written(signed char *p);
int visible(signed char *p);
int onlyRead(const signed char *p);
int given(signed char *p, signed char v);

#ifndef CALLER
static signed char sc = 3;
signed char *leak(void) { return &sc; }
signed char gc = 3;

int written(signed char *p) {
  *p = 7;
  if (sc == 7) // TAKEN: true
    return 1;
  return 0;
}

int visible(signed char *p) {
  signed char old = *p;
  gc = 1;
  *p = 2;
  if (gc == 2) // TAKEN: true
    return 1;
  return old == 0;
}

int onlyRead(const signed char *p) {
  signed char old = *p;
  gc = old + 1;
  if (*p != old) // TAKEN: true
    return 1;
  return 0;
}

int given(signed char *p, signed char v) {
  sc = v;
  *p = 4;
  if (sc != v) // TAKEN: true
    return 1;
  return 0;
}
#else
int main(void) {
  assert(written(leak()));
  assert(visible(&gc));
  gc = 1;
  assert(onlyRead(&gc));
  assert(given(leak(), 1));
  return 0;
}
#endif
