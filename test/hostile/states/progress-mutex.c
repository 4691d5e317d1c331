// Threads lock a mutex for ever: one that is free again and again is got.
// drista: verified
// hostile: once
// drista: options --check progress
// drista: says the program does not end
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int data;
static void *run(void *p) {
  for (;;) {
    pthread_mutex_lock(&m);
    data ^= 1;
    pthread_mutex_unlock(&m);
  }
  return p;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
}
