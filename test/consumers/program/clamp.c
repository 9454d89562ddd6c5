double clamp(double x, double low, double high) {
  if (x < low)
    return low;
  return x > high ? high : x;
}

/* Taken by programs in place of ours: what is exported stays replaceable. */
static volatile int number = 1;
__attribute__((noinline)) int version(void) { return number; }
int libraryVersion(void) { return version(); }
