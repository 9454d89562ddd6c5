// --memory counts what operator new takes, also for the C++ library.
// RUN: %misbehaves %coverme %s --memory 16
//
// EXPECT: news        out-of-memory *
// EXPECT: copies      out-of-memory *
// EXPECT: givesBack   none
#include <string>

static void *kept;

int news(double x) {
  if (x == 42.0)
    for (;;)
      kept = new char[1 << 20];
  return x > 1e10 ? 1 : 0;
}

int copies(double x) {
  const std::string text(1 << 20, 'x');
  if (x == 42.0)
    for (;;)
      kept = new std::string(text);
  return x > 1e10 ? 1 : 0;
}

int givesBack(double x) {
  if (x == 42.0)
    for (int i = 0; i < 1000; ++i) {
      delete[] static_cast<char *>(kept);
      kept = new char[1 << 20];
    }
  return x > 1e10 ? 1 : 0;
}
