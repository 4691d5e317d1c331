// Arguments without a name are part of the state: the thread that was given 2 after a 1 fails.
// drista: error assertion at WRONG
// drista: options --equivalence state
// hostile: once
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
static atomic_int x, y;
static void later(int count, ...) {
  va_list list;
  va_start(list, count);
  atomic_load(&y);
  int seen = va_arg(list, int);
  va_end(list);
  assert(seen != 2); // WRONG
}
static void *reads(void *p) {
  later(1, atomic_load(&x));
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, reads, 0);
  atomic_store(&x, 1);
  atomic_store(&x, 2);
  pthread_join(t, 0);
}
