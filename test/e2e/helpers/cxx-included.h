// Included by cxx-all.cpp.
inline int twice(int n) {
  if (n > 1000)
    return 2000;
  return 2 * n;
}
inline int twice(short n) { return n + n; }
