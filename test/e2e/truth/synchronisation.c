// Where one thread waits for another, that one may have written to what both
// know.
// RUN: %truth --build 'gcc -O0 -pthread' --build 'gcc -O2 -pthread' %s
#include <assert.h>
#include <pthread.h>

int acquired(int *data, int *flag);
int relaxed(int *data, int *flag);
int looked(int *data, volatile int *flag);

#ifndef CALLER
int acquired(int *data, int *flag) {
  *data = 0;
  __atomic_store_n(flag, 1, __ATOMIC_RELEASE);
  for (int i = 0; i < 500; ++i)
    if (__atomic_load_n(flag, __ATOMIC_ACQUIRE) != 1)
      break;
  if (*data == 5) // TAKEN: true
    return 1;
  return 0;
}

int relaxed(int *data, int *flag) {
  *data = 0;
  __atomic_store_n(flag, 1, __ATOMIC_RELEASE);
  for (int i = 0; i < 500; ++i)
    if (__atomic_load_n(flag, __ATOMIC_RELAXED) != 1)
      break;
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
  if (*data == 5) // TAKEN: true
    return 1;
  return 0;
}

// Nothing is waited for: whoever wrote here would do so at the same time.
int looked(int *data, volatile int *flag) {
  int local = 0;
  *data = *flag;
  if (local == 5) // PROVED: true
    return 1;
  return 0;
}
#else
static int data, flag;

static void *other(void *unused) {
  for (;;)
    if (__atomic_load_n(&flag, __ATOMIC_ACQUIRE) == 1) {
      data = 5;
      __atomic_store_n(&flag, 2, __ATOMIC_RELEASE);
    }
  return unused;
}

// Until the other thread is in time; the test would be ended if it never was.
static void meet(int code(int *, int *)) {
  while (!code(&data, &flag))
    while (__atomic_load_n(&flag, __ATOMIC_ACQUIRE) == 1)
      ;
}

int main(void) {
  pthread_t thread;
  assert(pthread_create(&thread, 0, other, 0) == 0);
  meet(acquired);
  meet(relaxed);
  return 0;
}
#endif
