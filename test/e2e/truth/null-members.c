// A pointer to a member is null where the struct's is, if it begins the struct,
// and not otherwise, whatever the indices.
// RUN: %truth --build 'gcc -O0' --build 'gcc -O2' %s
#include <assert.h>
#include <stddef.h>

struct place {
  double x, y;
};
struct pose {
  double time;
  struct place at, near[3];
};
struct headed {
  struct place at;
  double time;
};

int f(struct pose *pose, struct headed *headed, struct place *place, int i);

#ifndef CALLER
int f(struct pose *pose, struct headed *headed, struct place *place, int i) {
  const struct place *head = &headed->at;
  if (head == NULL) // TAKEN: true
    return 1;
  const struct place *second = &pose->at;
  if (second == NULL) // PROVED: true
    return 2;
  const struct place *element = &pose->near[i & 1];
  if (element == NULL) // PROVED: true
    return 3;
  const struct place *first = &place[i & 1];
  if (first == NULL) // TAKEN: true
    return 4;
  if (second == place) // TAKEN: true
    return 5;
  return 0;
}
#else
int main(void) {
  struct pose pose = {1, {2, 3}, {{4, 5}}};
  struct headed headed = {{1, 2}, 3};
  assert(f(&pose, NULL, NULL, 0) == 1);
  assert(f(&pose, &headed, NULL, 0) == 4);
  assert(f(&pose, &headed, &pose.at, 0) == 5);
  assert(f(&pose, &headed, &headed.at, 6) == 0);
  return 0;
}
#endif
