// Two threads race only where exactly one of them saw the start: the search comes there after many thousands of
// executions, chance at once.
// drista: error data-race at WRONG
// drista: time-limit 100
// drista: options --equivalence observational
// drista: says by chance
#include <pthread.h>
#include <stdatomic.h>

static atomic_int start, count;
static int shared, seen[2];

static void *work(void *arg) {
  int me = *(int *)arg;
  seen[me] = atomic_load_explicit(&start, memory_order_relaxed);
  for (int i = 0; i < 9; i++) atomic_fetch_add_explicit(&count, 1, memory_order_acquire);
  if (seen[me] == me) shared = me; // WRONG
  return 0;
}

int main(void) {
  static int numbers[2] = {0, 1};
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, work, &numbers[i]);
  atomic_store_explicit(&start, 1, memory_order_relaxed);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
