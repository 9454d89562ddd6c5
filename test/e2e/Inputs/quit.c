#include <stdlib.h>

void quit(int x) {
  if (x > 3)
    abort();
}
