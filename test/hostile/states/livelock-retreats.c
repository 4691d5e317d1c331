// Each of two threads says that it is coming, and retreats if it sees the other one. Both may do so for ever.
// drista: error livelock
// hostile: once
// drista: options --check progress
// drista: says the loop, again and again:
#include <pthread.h>
#include <stdatomic.h>
static atomic_int coming[2];
static void *enters(void *p) {
  long me = (long)p;
  for (;;) {
    coming[me] = 1;
    if (!coming[1 - me]) break;
    coming[me] = 0;
  }
  coming[me] = 0;
  return p;
}
int main(void) {
  pthread_t t[2];
  for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, enters, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
}
