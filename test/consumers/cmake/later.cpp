#include <cassert>
#include <concepts>

#ifndef FROM_FLAGS
#error "the folder's flags are missing"
#endif

template <std::integral T> bool isSmall(T number) { return number < 10; }

// With NDEBUG, as in a build for release, the assertion is no branch.
int later(int x) {
  assert(x != 7);
  if (isSmall(x))
    return FROM_FLAGS;
  return 0;
}
