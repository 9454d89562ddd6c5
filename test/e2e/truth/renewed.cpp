// What an object leaves behind where another one begins, or where its own life
// ends: gcc drops such stores, and clang keeps them.
// RUN: %truth --build 'gcc -O1' %s
#include <assert.h>
#include <new>
#include <string.h>

int placed(int x);
int own(signed char x);
int ended(int x);
int byItself(int x);
int byParts(int x);
int written(int x);
int readEarly(int x);

#ifndef CALLER
struct Open {
  int a;
  Open() {}
};
int placed(int x) {
  alignas(Open) char bytes[sizeof(Open)];
  memcpy(bytes, &x, sizeof x);
  Open *made = new (bytes) Open;
  if (made->a != x) // TAKEN: true
    return 1;
  return 0;
}

struct Zeroed {
  int a;
  Zeroed() {}
  void *operator new(size_t size) {
    static int room[4];
    memset(room, 1, size);
    return room;
  }
};
int own(signed char x) {
  Zeroed *made = new Zeroed;
  if (made->a != 0x01010101) // TAKEN: true
    return 1;
  return x;
}

struct Counted {
  int a;
  ~Counted() { a = 5; }
};
int ended(int x) {
  union Room {
    Counted counted;
    Room() {}
    ~Room() {}
  } room;
  room.counted.a = x;
  room.counted.~Counted();
  if (room.counted.a != 5) // TAKEN: true
    return 1;
  return 0;
}

// Ahead of the constructor.
struct Early {
  int a;
  explicit Early(int) {}
};
static int set(Early *early, int x) {
  early->a = x;
  return 0;
}
int byItself(int x) {
  Early early(set(&early, x));
  if (early.a != x) // TAKEN: true
    return 1;
  return 0;
}

struct Parts {
  int first;
  Early early;
  explicit Parts(int x) : first(set(&early, x)), early(0) {}
};
int byParts(int x) {
  Parts parts(x);
  if (parts.early.a != x) // TAKEN: true
    return 1;
  return 0;
}

// What is said of the object is there.
int written(int x) {
  int room = 0;
  int *made = new (&room) int(x);
  if (*made != x) // PROVED: true
    return 1;
  return 0;
}

struct Read {
  int first, second;
  struct Inner {
    int b;
    explicit Inner(int x) : b(x) {}
  } inner;
  explicit Read(int x) : first(x), second(first), inner(second) {}
};
int readEarly(int x) {
  Read read(x);
  if (read.inner.b != x) // PROVED: true
    return 1;
  return 0;
}
#else
int main() {
  assert(placed(7));
  assert(own(0));
  assert(ended(7));
  assert(byItself(7));
  assert(byParts(7));
  assert(!written(7));
  assert(!readEarly(7));
  return 0;
}
#endif
