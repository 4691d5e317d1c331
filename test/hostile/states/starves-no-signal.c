// A thread waits on a condition variable that is signalled before it looks, while another one goes on for ever.
// drista: error starvation at WRONG
// hostile: once
// drista: options --check progress
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int data;
static void *waits(void *p) {
  pthread_mutex_lock(&m);
  pthread_cond_wait(&c, &m); // WRONG
  pthread_mutex_unlock(&m);
  return p;
}
static void *works(void *p) {
  pthread_mutex_lock(&m);
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  for (;;) {
    pthread_mutex_lock(&m);
    data ^= 1;
    pthread_mutex_unlock(&m);
  }
  return p;
}
int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, waits, 0);
  pthread_create(&t[1], 0, works, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
}
