// Peterson's lock with relaxed atomics, for ever: states of interleavings would miss that both enter.
// drista: error assertion
// hostile: once
// drista: options --max-steps 200
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag[2], turn, in;
static void *run(void *p) {
  int me = (int)(long)p;
  for (;;) {
    atomic_store_explicit(&flag[me], 1, memory_order_relaxed);
    atomic_store_explicit(&turn, 1 - me, memory_order_relaxed);
    while (atomic_load_explicit(&flag[1 - me], memory_order_relaxed) &&
           atomic_load_explicit(&turn, memory_order_relaxed) == 1 - me);
    assert(atomic_fetch_add(&in, 1) == 0);
    atomic_fetch_sub(&in, 1);
    atomic_store_explicit(&flag[me], 0, memory_order_relaxed);
  }
}
int main(void) {
  pthread_t t[2];
  for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, run, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
}
