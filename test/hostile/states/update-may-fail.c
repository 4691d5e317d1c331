// A compare-exchange whose result nobody uses comes before or after a store; only where it comes first, it writes, and
// a plain read that follows the store races with it. The states after both are the same.
// drista: error data-race
// hostile: once
// drista: options --equivalence state
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *reads(void *p) {
  atomic_store(&x, 2);
  pthread_mutex_lock(&m);
  (void)*(volatile int *)&x;
  pthread_mutex_unlock(&m);
  return p;
}
static void *updates(void *p) {
  int zero = 0;
  atomic_compare_exchange_strong(&x, &zero, 1);
  return p;
}
int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, reads, 0);
  pthread_create(&t[1], 0, updates, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
}
