// What an object leaves behind where another one begins, or where its own life
// ends: gcc drops such stores, and clang keeps them.
// RUN: %truth --build 'g++ -O1' %s -- -std=c++20
#include <assert.h>
#include <memory>
#include <new>
#include <string.h>

int placed(int x);
int own(signed char x);
int ended(int x);
int byItself(int x);
int byParts(int x);
int byElements(int x);
int byArrayOfParts(int x);
int byMadeConstructor(int x);
int byMadeTemplate(int x);
int byList(int x);
int byLists(int x);
int byBase(int x);
int byBaseOfBase(int x);
int byInherited(int x);
int byBaseInList(int x);
int constructed(int x);
int destroyed(int x);
int deleted(int x);
int written(int x);
int readEarly(int x);
int plainBase(int x);
int ownAddress(int x);

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

int byElements(int x) {
  Early early[1] = {Early(set(early, x))};
  if (early[0].a != x) // TAKEN: true
    return 1;
  return 0;
}

struct ArrayOfParts {
  int first;
  Early early[1];
  explicit ArrayOfParts(int x) : first(set(early, x)), early{Early(0)} {}
};
int byArrayOfParts(int x) {
  ArrayOfParts parts(x);
  if (parts.early[0].a != x) // TAKEN: true
    return 1;
  return 0;
}

// Nobody has written the constructor.
struct Made {
  int first = set(&early, 9);
  Early early = Early(0);
};
int byMadeConstructor(int x) {
  Made made;
  if (made.early.a != 9) // TAKEN: true
    return 1;
  return x;
}

template <class T> struct MadeTemplate {
  int first = set(&early, 9);
  T early = T(0);
  MadeTemplate() = default;
};
int byMadeTemplate(int x) {
  MadeTemplate<Early> made;
  if (made.early.a != 9) // TAKEN: true
    return 1;
  return x;
}

int byList(int x) {
  Made made = {};
  if (made.early.a != 9) // TAKEN: true
    return 1;
  return x;
}

int byLists(int x) {
  Made made[2] = {};
  if (made[1].early.a != 9) // TAKEN: true
    return 1;
  return x;
}

// By a base class, which knows what is derived of it.
template <class T> struct Base {
  Base() { static_cast<T *>(this)->early.a = 3; }
};
struct Derived : Base<Derived> {
  Early early;
  Derived() : early(0) {}
};
int byBase(int x) {
  Derived derived;
  if (derived.early.a != 3) // TAKEN: true
    return 1;
  return x;
}

template <class T> struct Middle : Base<T> {
  int b;
  Middle() : b(1) {}
};
struct Last : Middle<Last> {
  Early early;
  Last() : early(0) {}
};
int byBaseOfBase(int x) {
  Last last;
  if (last.early.a != 3) // TAKEN: true
    return 1;
  return x;
}

template <class T> struct Given {
  explicit Given(int x) { static_cast<T *>(this)->early.a = x; }
};
struct Inherited : Given<Inherited> {
  Early early = Early(0);
  using Given<Inherited>::Given;
};
int byInherited(int x) {
  Inherited inherited(x);
  if (inherited.early.a != x) // TAKEN: true
    return 1;
  return 0;
}

struct Listed : Base<Listed> {
  Early early;
};
int byBaseInList(int x) {
  Listed listed = {{}, Early(0)};
  if (listed.early.a != 3) // TAKEN: true
    return 1;
  return x;
}

// By the library.
int constructed(int x) {
  alignas(Open) char bytes[sizeof(Open)];
  memcpy(bytes, &x, sizeof x);
  Open *made = std::construct_at(reinterpret_cast<Open *>(bytes));
  if (made->a != x) // TAKEN: true
    return 1;
  return 0;
}

int destroyed(int x) {
  union Room {
    Counted counted;
    Room() {}
    ~Room() {}
  } room;
  room.counted.a = x;
  std::ranges::destroy_at(&room.counted);
  if (room.counted.a != 5) // TAKEN: true
    return 1;
  return 0;
}

struct Deleted {
  int a;
  ~Deleted() { a = 5; }
  static void operator delete(void *room) {
    memcpy(&seen, room, sizeof seen);
    ::operator delete(room);
  }
  static int seen;
};
int Deleted::seen;
int deleted(int x) {
  delete ::new Deleted{x};
  if (Deleted::seen != 5) // TAKEN: true
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

struct Plain {
  int b;
  explicit Plain(int x) : b(x) {}
};
struct OfPlain : Plain {
  Read::Inner inner;
  explicit OfPlain(int x) : Plain(x), inner(b) {}
};
int plainBase(int x) {
  OfPlain of(x);
  if (of.inner.b != x) // PROVED: true
    return 1;
  return 0;
}

struct Node {
  Node *next;
  int value;
};
int ownAddress(int x) {
  Node node = {&node, x};
  if (node.value != x) // PROVED: true
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
  assert(byElements(7));
  assert(byArrayOfParts(7));
  assert(byMadeConstructor(7));
  assert(byMadeTemplate(7));
  assert(byList(7));
  assert(byLists(7));
  assert(byBase(7));
  assert(byBaseOfBase(7));
  assert(byInherited(7));
  assert(byBaseInList(7));
  assert(constructed(7));
  assert(destroyed(7));
  assert(deleted(7));
  assert(!written(7));
  assert(!readEarly(7));
  assert(!plainBase(7));
  assert(!ownAddress(7));
  return 0;
}
#endif
