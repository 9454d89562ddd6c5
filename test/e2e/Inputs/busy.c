// Its calls take some milliseconds each.
#include <unistd.h>

int busy(double x) {
  usleep(3000);
  if (x * x < -1.0)
    return 2;
  return x > 1e10 ? 1 : 0;
}
