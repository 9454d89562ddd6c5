// Included by all.c: functions of another file.
#pragma once

static int included(double y) {
  return y < -2.5 ? 1 : 0;
}

static double twice(double y) {
  return y > 0.125 ? 2 * y : y;
}

typedef _Complex int four;
