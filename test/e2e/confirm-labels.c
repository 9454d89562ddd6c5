// Labels of cases in a row are one way for gcc, and none where the default is
// among them, also behind ranges of GNU C and statements in braces.
// RUN: %coverme %s --all > %t
// RUN: FileCheck %s < %t

// CHECK: 5 functions run; 35 of 36 branches covered, 1 proved

int pair(int x) {
  int r = 1;
  switch (x) {
  case -19:
  case -10:
    r += x;
    break;
  default:
  case -4:
    r *= 3;
  }
  return r;
}

int behindBraces(int x) {
  int r = 1;
  switch (x) {
  case -28:
  case -26: {
    r ^= 5;
    break;
  }
  case -17:;
  default:
  case -15:
    r += 1;
  }
  return r;
}

int ranges(int x) {
  int r = x > 3 ? 7 : 4;
  switch (x) {
  case 5:
    return 3;
  case 7 ... 9:
  case 1000 ... 2000:
  case -13 ... 3:
  default:
    return r;
  }
}

int single(int x) {
  int r = 1;
  switch (x) {
  case -13:
  default:
    if (r != -7)
      r += x;
  case 5000 ... 5200:
    r ^= 77;
  }
  if (r == 12)
    return 1;
  return r;
}

/* A switch behind another statement is on that one's line for gcc. */
int behindStatement(unsigned word, int kind) {
  int bits = 0, top;
  switch (kind) {
  case 1:
    top = word >> 30;
    switch (top) {
    case 0:
      return -1;
    case 1:
      bits = 1;
      break;
    case 2:
      bits = 5;
      break;
    }
    break;
  case 2:
    bits = 9;
    for (int i = 1; i <= 3; ++i) {
      bits += i;
      switch (bits + kind) {
      case 12:
        bits += (int)word;
        break;
      case 14:
        bits = 2;
        break;
      case 19:
        return 8;
      }
    }
    break;
  }
  return bits;
}
