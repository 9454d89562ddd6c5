// A FILE * is a stream: what it gives are inputs, what is written to it is
// taken, and the code may close it. Also where an object holds it.
//
// RUN: %exits 0 %coverme %s --entry sum -q --json %t.json
// RUN: %check-suite %t.json
// RUN: %exits 0 %coverme %s --entry print -q --json %t.json
// RUN: %check-suite %t.json
// RUN: %exits 0 %coverme %s --entry report -q --json %t.json
// RUN: %check-suite %t.json
// RUN: rm -rf %t
// RUN: %exits 0 %coverme %s --entry kind --format brief --emit c=%t | count 0
// RUN: %kept %t --change %s 'return 5' 'return 6'
//
// A file may have zeros in it.
// RUN: %exits 0 %coverme %s --entry header | FileCheck %s --check-prefix HEADER
// HEADER: header: 10 of 10 branches covered
// HEADER: fp = "{{.*}}(\000\000\000{{.*}}"  ->  0
//
// The length is the user's, and an input is given by its name.
// RUN: %exits 0 %coverme run %s --entry kind --array fp=2 --input 'fp[0]=80' --input 'fp[1]=53' | FileCheck %s --check-prefix CALL
// CALL: 5
//
// RUN: %refuses 2 "coverme: error: --array fp=many: 'many' is neither.*" %coverme %s --entry kind --array fp=many
// RUN: %refuses 2 "coverme: error: --array fp: the length of a stream is a number" %coverme %s --entry line --array fp=n
// RUN: %refuses 2 "coverme: error: 4294967295 elements behind 'fp' are more than 1048576 bytes" %coverme %s --entry kind --array fp=4294967295
//
// Nothing is proved about what a caller's stream gives, nor that there is one.
// RUN: %exits 1 %coverme %s --entry distant -q --max-evals 3000 --prove all | FileCheck %s --check-prefix DISTANT
// DISTANT: 1 of 2 branches covered, 0 proved infeasible
#include <stdio.h>

struct log {
  FILE *to;
  int level;
};

int sum(FILE *fp, double *out) {
  char line[64];
  int n = 0;
  double total = 0, x;
  while (fgets(line, sizeof line, fp)) {
    if (line[0] == '#')
      continue;
    if (sscanf(line, "%lf", &x) == 1) {
      total += x;
      n++;
    }
  }
  fclose(fp);
  *out = total;
  return n > 0 ? n : -1;
}

int print(FILE *fp, const double *a, int n) {
  if (fp == NULL)
    return -1;
  for (int i = 0; i < n; i++)
    if (a[i] > 3)
      fprintf(fp, "%g\n", a[i]);
    else
      fputs("low\n", fp);
  return fflush(fp);
}

int report(struct log *log, double x) {
  if (x > 2.5)
    fprintf(log->to, "%g\n", x);
  return log->level > 3;
}

int kind(FILE *fp) {
  const int first = fgetc(fp);
  if (first == EOF)
    return 0;
  if (first != 'P')
    return 3;
  if (fgetc(fp) == '5')
    return 5;
  rewind(fp);
  return fgetc(fp);
}

int line(FILE *fp, int n) { return fgetc(fp) == n ? 1 : 0; }

int distant(FILE *fp) { return fseek(fp, 100, SEEK_SET) == 0 ? 1 : 0; }

static int word(FILE *fp, unsigned *to) {
  for (int i = 0; i < 4; i++) {
    const int c = fgetc(fp);
    if (c == EOF)
      return 0;
    *to |= (unsigned)c << 8 * i;
  }
  return 1;
}

int header(FILE *fp) {
  unsigned kind = 0, size = 0, width = 0;
  if (!word(fp, &kind) || !word(fp, &size) || size != 40)
    return 1;
  if (!word(fp, &width) || width == 0)
    return 2;
  return kind == 1;
}
