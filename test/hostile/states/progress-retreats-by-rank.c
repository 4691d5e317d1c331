// The same, but one of the threads waits where it is for the other one to retreat: both enter.
// drista: verified
// hostile: once
// drista: options --check progress
// drista: never says does not end
#include <pthread.h>
#include <stdatomic.h>
static atomic_int coming[2];
static void *enters(void *p) {
  long me = (long)p;
  for (;;) {
    coming[me] = 1;
    if (me == 0) {
      while (coming[1]);
      break;
    }
    if (!coming[0]) break;
    coming[1] = 0;
    while (coming[0]);
  }
  coming[me] = 0;
  return p;
}
int main(void) {
  pthread_t t[2];
  for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, enters, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
}
