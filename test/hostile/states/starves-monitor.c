// A thread waits in a monitor while another one takes and gives back the resource for ever. It may be woken each time
// and find the resource taken again.
// drista: error starvation at WRONG
// hostile: once
// drista: options --check progress
// drista: says is woken
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t given_back = PTHREAD_COND_INITIALIZER;
static int taken;
static void *waits(void *p) {
  pthread_mutex_lock(&m);
  while (taken) pthread_cond_wait(&given_back, &m); // WRONG
  pthread_mutex_unlock(&m);
  return p;
}
static void *uses(void *p) {
  for (;;) {
    pthread_mutex_lock(&m);
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
  pthread_create(&t[0], 0, waits, 0);
  pthread_create(&t[1], 0, uses, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
}
