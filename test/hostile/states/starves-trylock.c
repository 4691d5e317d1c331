// A thread tries a mutex in a loop while another one locks it for ever: it may try at the wrong moments only. That is
// checked where trylock has the results of interleavings.
// drista: error starvation at WRONG
// hostile: once
// drista: options --check progress --model sc
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int data;
static void *locks(void *p) {
  for (;;) {
    pthread_mutex_lock(&m);
    data ^= 1;
    pthread_mutex_unlock(&m);
  }
  return p;
}
static void *tries(void *p) {
  while (pthread_mutex_trylock(&m) != 0); // WRONG
  data ^= 1;
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, locks, 0);
  pthread_create(&t[1], 0, tries, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
}
