// Functions of the library that call what the program has handed to it, or has
// in place of theirs: operator new a handler, fork what pthread_atfork knows,
// raise the handler of a signal.
// RUN: %truth %s --max-evals 2000
#include <cassert>
#include <csignal>
#include <cstdlib>
#include <new>
#include <pthread.h>
#include <unistd.h>

int allocates(unsigned long n);
int replaced(unsigned long n);
int forks(int n);
int raises(int n);
void outOfMemory();
void ahead();
void handler(int);

#ifndef CALLER
static int inner(int n);
static int state, deleted;

void outOfMemory() {
  state = 5;
  inner(100);
  std::set_new_handler(nullptr);
}
void ahead() { state = 6; }
void handler(int) { state = 7; }

int allocates(unsigned long n) {
  state = 0;
  char *memory = new (std::nothrow) char[n];
  const int own = inner(n & 3);
  delete[] memory;
  if (state == 5) // TAKEN: true
    return 1;
  return own;
}

static int inner(int n) {
  if (n > 50) // TAKEN: true
    return 2;
  return 0;
}

void noteDeleted() { deleted = 1; }

int replaced(unsigned long n) {
  deleted = 0;
  delete new long(n);
  if (deleted == 1) // TAKEN: true
    return 1;
  return 0;
}

int forks(int n) {
  state = n & 3;
  if (fork() == 0)
    _exit(0);
  if (state == 6) // TAKEN: true
    return 1;
  return 0;
}

int raises(int n) {
  state = n & 3;
  raise(SIGUSR1);
  if (state == 7) // TAKEN: true
    return 1;
  return 0;
}
#else
void noteDeleted();
void operator delete(void *memory) noexcept {
  noteDeleted();
  free(memory);
}
void operator delete(void *memory, std::size_t) noexcept {
  noteDeleted();
  free(memory);
}

int main() {
  std::set_new_handler(outOfMemory);
  assert(allocates(1ul << 62) == 1);
  assert(replaced(1) == 1);
  pthread_atfork(ahead, nullptr, nullptr);
  assert(forks(1) == 1);
  std::signal(SIGUSR1, handler);
  assert(raises(1) == 1);
  return 0;
}
#endif
