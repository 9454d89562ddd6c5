/* What the consumers build: a program of three files, one of them in C++. */
#include <stdio.h>
#include <stdlib.h>

double clamp(double x, double low, double high);
double parse(const char *text);

int main(int argc, char **argv) {
  int bad = 0;
  for (int i = 1; i < argc; i++) {
    double x = parse(argv[i]);
    if (x != x)
      bad++;
    else
      printf("%g\n", clamp(x, -1, 10));
  }
  printf("%d bad\n", bad);
  return bad > 0;
}
