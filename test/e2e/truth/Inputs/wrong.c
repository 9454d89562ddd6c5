// A caller of f(REACHED) that says what is not so.
int f(int x);
#ifndef CALLER
int f(int x) {
  if (x < x) // TAKEN: true
    return 1;
  if (x < 7) // PROVED: true
    return 2;
  return 0;
}
#else
int main(void) { return f(REACHED) != 2; }
#endif
