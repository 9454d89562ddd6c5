// String literals are tried as texts where no comparison of libc's tells of
// them: in loops of the code's own, in tables, and where one is searched for in
// another.
//
// RUN: %exits 0 %coverme %s --all --json %t.json
// RUN: %check-file --expect totals.branches.open=0 --expect totals.branches.deemed_infeasible=0 %t.json

#include <ctype.h>
#include <string.h>

static int isSame(const char *a, const char *b) {
  while (*a && tolower(*a) == tolower(*b))
    a++, b++;
  return tolower(*a) == tolower(*b);
}

int compared(const char *s) {
  if (isSame(s, "hello"))
    return 1;
  return 0;
}

static const struct {
  const char *name;
  double factor;
} units[] = {{"metre", 1}, {"furlong", 201.168}, {"parsec", 3.0857e16}};

double factorOf(const char *name) {
  for (int i = 0; i < 3; ++i)
    if (isSame(name, units[i].name))
      return units[i].factor > 1e6 ? -1 : units[i].factor;
  return 0;
}

int found(const char *s) {
  if (s[0] != '#')
    return 0;
  if (strstr(s, "xyz"))
    return 1;
  return 2;
}

int folded(const char *s) {
  char copy[8];
  int i;
  for (i = 0; s[i] && i < 7; i++)
    copy[i] = tolower((unsigned char)s[i]);
  copy[i] = 0;
  if (!strcmp(copy, "degrees"))
    return 1;
  return 0;
}
