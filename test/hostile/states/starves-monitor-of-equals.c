// Two threads use a resource for ever, and wait for it in a monitor: each may find it taken whenever it is woken.
// drista: error starvation at WRONG
// hostile: once
// drista: options --check progress
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t given_back = PTHREAD_COND_INITIALIZER;
static int taken;
static void *uses(void *p) {
  for (;;) {
    pthread_mutex_lock(&m);
    while (taken) pthread_cond_wait(&given_back, &m); // WRONG
    taken = 1;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    taken = 0;
    pthread_cond_broadcast(&given_back);
    pthread_mutex_unlock(&m);
  }
  return p;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, uses, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
}
