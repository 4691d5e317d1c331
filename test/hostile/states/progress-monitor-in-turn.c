// Two threads take turns in a monitor for ever: whoever is woken finds that it is its turn.
// drista: verified
// hostile: once
// drista: options --check progress
// drista: says the program does not end
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t passed = PTHREAD_COND_INITIALIZER;
static long turn;
static void *uses(void *p) {
  for (;;) {
    pthread_mutex_lock(&m);
    while (turn != (long)p) pthread_cond_wait(&passed, &m);
    turn = 1 - (long)p;
    pthread_cond_signal(&passed);
    pthread_mutex_unlock(&m);
  }
  return p;
}
int main(void) {
  pthread_t t[2];
  for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, uses, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
}
