// A thread locks a mutex while main initialises it: the race is on the mutex, not on a byte in it.
// drista: error data-race at WRONG
// drista: says data race on m:
#include <pthread.h>

static pthread_mutex_t m;

static void *work(void *arg) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_mutex_init(&m, 0); // WRONG
  pthread_join(t, 0);
  return 0;
}
