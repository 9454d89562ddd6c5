// Words that a function of the file compares character by character, in a text
// of which something else is known: the word goes ahead of that.
// RUN: %exits 0 %coverme %s --entry parse -q | FileCheck %s
// CHECK: parse: 12 of 12 branches covered
#include <string.h>

static int begins(const char *text, const char *word) {
  int i;
  for (i = 0; word[i]; i++)
    if (word[i] != text[i])
      return 0;
  return text[i] < 'a' || text[i] > 'z';
}

int parse(const char *text) {
  const char *open = strchr(text, '(');
  if (!open)
    return -1;
  if (open[1] < '0' || open[1] > '9')
    return -2;
  if (begins(text, "sinh"))
    return 1;
  if (begins(text, "squish"))
    return 2;
  if (begins(text, "between"))
    return 3;
  return 0;
}
