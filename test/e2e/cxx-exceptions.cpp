// Exceptions that the code catches itself end no call, and what catches them is
// covered; one that leaves the entry is how a test ends.
//
// RUN: %inputs --some 'n > 100' --some 'result == -2' -- %s --entry caught
// RUN: %exits 0 %coverme %s --entry byType --callees --fail-on-finding | FileCheck %s --check-prefix TYPES
// TYPES: n = 1001 -> 1
// TYPES: n = 1003 -> 3
// TYPES: n = 1002 -> 2
// RUN: %inputs --some 'result == 21' --some 'result == 12' -- %s --entry nested
// RUN: %inputs --some 'result == 3' -- %s --entry inLoop
// RUN: %exits 0 %coverme %s --entry again --callees --fail-on-finding | FileCheck %s --check-prefix AGAIN
// AGAIN: n = 1002 -> 77
// RUN: %inputs --some 'result == 5' --some 'result == 1' -- %s --entry cleansUp
// RUN: %inputs --some 'result == -1' --some 'result == 14' -- %s --entry throughC
// RUN: %exits 0 %coverme %s --entry unfinished --callees --fail-on-finding | FileCheck %s --check-prefix UNFINISHED
// UNFINISHED: n = 4321 -> 8
//
// What the next call does is not changed by exceptions that were on their way
// or being handled when a call was ended:
// RUN: %inputs --every 'result in (0, None)' -- %s --entry counts | FileCheck %s --check-prefix COUNTS
// COUNTS: n = 5 -> throws
// RUN: %inputs --exit 1 --uncovered 1 --every 'result in (0, None)' -- %s --entry inHandler
//
// RUN: %inputs --some 'n == 6' -- %s --entry broken | FileCheck %s --check-prefix BROKEN
// BROKEN: n = 6 -> throws
// RUN: %inputs --some 'n == 7' -- %s --entry ends | FileCheck %s --check-prefix ENDS
// ENDS: n = 7 -> SIGABRT
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>

int caught(int n) {
  try {
    if (n > 100)
      throw std::out_of_range("too much");
  } catch (const std::out_of_range &) {
    return -2;
  }
  return n;
}

struct Base {
  int value;
};
struct Derived : Base {};
struct Other {};

static int risky(int n) {
  if (n == 1001)
    throw Derived{{1}};
  if (n == 1002)
    throw Other{};
  if (n == 1003)
    throw std::runtime_error("third");
  return 0;
}

// Each clause decides but the last one, which catches all.
int byType(int n) {
  try {
    return risky(n);
  } catch (const Base &base) {
    return base.value;
  } catch (const std::exception &) {
    return 3;
  } catch (...) {
    return 2;
  }
}

int nested(int n) {
  int result = 0;
  try {
    try {
      if (n > 0)
        throw 1;
      if (n < -10)
        throw 2L;
    } catch (int i) {
      result = 20 * i;
      if (n > 50)
        throw; // on to the outer one
      result = 2;
    }
  } catch (int i) {
    return result + i;
  } catch (long) {
    return 12;
  }
  return result;
}

int inLoop(int n) {
  int count = 0;
  for (int i = 0; i < 3; ++i)
    try {
      if (n > 40 + i)
        throw std::string("over");
    } catch (const std::string &text) {
      count += text.size() == 4;
    }
  return count;
}

int again(int n) {
  try {
    try {
      return risky(n);
    } catch (...) {
      throw;
    }
  } catch (const Other &) {
    return 77;
  } catch (...) {
    return 78;
  }
}

struct Counter {
  int &count;
  explicit Counter(int &count) : count(count) {}
  ~Counter() { ++count; }
};

int cleansUp(int n) {
  int count = 0;
  try {
    const Counter one(count);
    const Counter two(count);
    if (n < 0)
      throw n;
  } catch (int) {
    return count + 3;
  }
  return count - 1;
}

// Through a function of the C library.
static int compare(const void *a, const void *b) {
  const int x = *static_cast<const int *>(a), y = *static_cast<const int *>(b);
  if (x + y == 0)
    throw x;
  return x < y ? -1 : x > y;
}
int throughC(int n) {
  int list[2] = {7, 7};
  if (n == 1234)
    list[1] = -7;
  try {
    std::qsort(list, 2, sizeof *list, compare);
  } catch (int) {
    return -1;
  }
  return list[0] + list[1];
}

// A constructor that does not come to its end.
struct Part {
  explicit Part(int n) {
    if (n == 4321)
      throw 8;
  }
};
struct Whole {
  Part first{0}, second;
  explicit Whole(int n) : second(n) {}
};
int unfinished(int n) {
  try {
    const Whole whole(n);
    return 0;
  } catch (int code) {
    return code;
  }
}

int counts(int n) {
  if (n == 5)
    throw n;
  return std::uncaught_exceptions();
}

int inHandler(int n) {
  if (std::current_exception())
    return 1;
  try {
    throw n;
  } catch (int i) {
    if (i == 99)
      std::exit(3);
  }
  return 0;
}

int broken(int n) noexcept {
  if (n == 6)
    throw n;
  return 0;
}

int ends(int n) {
  if (n == 7)
    std::terminate();
  return 0;
}
