// A thread sets a flag and signals without the mutex. Under RC11 the thread that it wakes may not see the flag, as
// condition variables order nothing by themselves: interleavings do not show that.
// drista: error assertion
// hostile: once
// drista: never says states were explored
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static atomic_int flag;
static void *waiter(void *p) {
  (void)p;
  pthread_mutex_lock(&m);
  pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  assert(atomic_load(&flag) == 1);
  return 0;
}
static void *signaller(void *p) {
  (void)p;
  atomic_store(&flag, 1);
  pthread_cond_signal(&c);
  return 0;
}
int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, waiter, 0);
  pthread_create(&t[1], 0, signaller, 0);
  pthread_join(t[1], 0);
  pthread_mutex_lock(&m);
  pthread_cond_broadcast(&c);
  pthread_mutex_unlock(&m);
  return 0;
}
