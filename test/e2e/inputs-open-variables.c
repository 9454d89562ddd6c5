// What the file's users may set, and the file reads: with branches left over,
// variables that are zero at first become inputs, whatever they consist of.
// RUN: %exits 0 %coverme %s --all -q | FileCheck %s
// CHECK: inputs-open-variables.c: {{.*}} 26 of 26 branches covered
//
// Nobody has said that the list is there and what it holds; that it is null is
// as it is at first.
// RUN: %coverme %s --entry inverse --json %t.json > /dev/null
// RUN: grep '"group": "guesses"' %t.json
struct node {
  int key;
  struct node *next;
};
struct settings {
  int mode;
  double tolerance;
  struct node *first;
  int (*log)(int);
};
struct settings settings;
struct node *head;
double table[20];
int count;

int set(int x) {
  if (settings.mode == 3 && settings.tolerance > 2.5)
    return 1;
  if (settings.first && settings.first->key == x)
    return 2;
  return settings.log && settings.log(x) == 9 ? 3 : 0;
}

int find(int x) {
  for (const struct node *node = head; node; node = node->next)
    if (node->key == x)
      return 1;
  return 0;
}

int at(int i) {
  if (i < 0 || i >= count || count > 20)
    return -1;
  return table[i] > 7;
}

int inverse(int x) {
  if (!head)
    return 0;
  return x / head->key > 5;
}
