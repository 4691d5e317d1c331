// The program has executions that are no interleavings: whether threads starve is not known then.
// drista: inconclusive
// hostile: once
// drista: options --check progress
// drista: says whether a thread may wait for ever
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x[2];
static void *run(void *p) {
  long me = (long)p;
  atomic_store_explicit(&x[me], 1, memory_order_relaxed);
  return (void *)(long)atomic_load_explicit(&x[1 - me], memory_order_relaxed);
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, (void *)(long)i);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
}
