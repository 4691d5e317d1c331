// Relaxed atomics have executions that are no interleavings: whether threads starve is not known then.
// drista: inconclusive
// hostile: once
// drista: options --check progress
// drista: says whether a thread may wait for ever
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *run(void *p) {
  atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
  return p;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
}
