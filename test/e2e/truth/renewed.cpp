// What an object leaves behind where another one begins, or where its own life
// ends: gcc drops such stores, and clang keeps them.
// RUN: %truth --build 'gcc -O1' %s
#include <assert.h>
#include <new>
#include <string.h>

int placed(int x);
int own(signed char x);
int ended(int x);
int written(int x);

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

// What is said of the object is there.
int written(int x) {
  int room = 0;
  int *made = new (&room) int(x);
  if (*made != x) // PROVED: true
    return 1;
  return 0;
}
#else
int main() {
  assert(placed(7));
  assert(own(0));
  assert(ended(7));
  assert(!written(7));
  return 0;
}
#endif
