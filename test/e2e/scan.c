// Texts that a format of sscanf takes are tried as inputs.
//
// RUN: %exits 0 %coverme %s --entry pair | FileCheck %s --check-prefix PAIR
// PAIR: pair: 4 of 4 branches covered
// RUN: %exits 0 %coverme %s --entry date | FileCheck %s --check-prefix DATE
// DATE: date: 6 of 6 branches covered
// RUN: %exits 0 %coverme %s --entry packed | FileCheck %s --check-prefix PACKED
// PACKED: packed: 4 of 4 branches covered
// RUN: %exits 0 %coverme %s --entry assignment | FileCheck %s --check-prefix ASSIGNMENT
// ASSIGNMENT: assignment: 4 of 4 branches covered
// RUN: %exits 0 %coverme %s --entry rest | FileCheck %s --check-prefix REST
// REST: rest: 4 of 4 branches covered
//
// So they are where others scan.
// RUN: gcc -w -O1 -fPIC -shared -DLIBRARY %s -o %t.so
// RUN: %exits 0 %coverme %s --entry linked -- -DLINKED %t.so | FileCheck %s --check-prefix LINKED
// LINKED: linked: 4 of 4 branches covered
//
// What is no format ends in what libc makes of it.
// RUN: %exits 1 %coverme %s --entry wrong | FileCheck %s --check-prefix WRONG
// WRONG: wrong: 1 of 2 branches covered

#include <stdarg.h>
#include <stdio.h>

int scan_angle(const char *text, double *degrees, double *minutes);

#ifdef LIBRARY
static int scan(const char *text, const char *format, ...) {
  va_list fields;
  va_start(fields, format);
  int count = vsscanf(text, format, fields);
  va_end(fields);
  return count;
}
int scan_angle(const char *text, double *degrees, double *minutes) {
  return scan(text, "angle %lf:%lf", degrees, minutes);
}
#endif

#ifdef LINKED
int linked(const char *text) {
  double degrees, minutes;
  if (scan_angle(text, &degrees, &minutes) < 2)
    return -1;
  return minutes > 5 ? 1 : 0;
}
#endif

int pair(const char *text) {
  double x;
  int n;
  if (sscanf(text, "%lf,%d", &x, &n) != 2)
    return -1;
  return n > 3 ? 1 : 0;
}

int date(const char *text) {
  int day, month, year;
  if (sscanf(text, "%2d/%2d/%4d", &day, &month, &year) < 3)
    return 0;
  if (month == 2)
    return -1;
  return year > 1999 ? 2 : 1;
}

int packed(const char *text) {
  int hour, minute, second;
  if (sscanf(text, "UTC%2d%2d%*c%2d", &hour, &minute, &second) < 3)
    return -1;
  return second == 12 ? 1 : 0;
}

int assignment(const char *text) {
  char name[8];
  double value;
  if (sscanf(text, " %7[^=] = %lf %%", name, &value) != 2)
    return -1;
  return value > 2 ? 1 : 0;
}

int rest(const char *text) {
  char word[8];
  int first, second, used;
  if (sscanf(text, "%d%i <%1[xyz]>%n", &first, &second, word, &used) != 3)
    return -1;
  return first > second ? 1 : 0;
}

int wrong(const char *text) {
  int first, second;
  return sscanf(text, "%d,%[", &first, &second) == 2 ? 1 : 0;
}
