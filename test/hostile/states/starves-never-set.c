// A thread waits for a flag that nobody sets, while another one goes on for ever.
// drista: error starvation at WRONG
// hostile: once
// drista: options --check progress
#include <pthread.h>
#include <stdatomic.h>
static atomic_int ready, x;
static void *waits(void *p) {
  while (!atomic_load(&ready)); // WRONG
  return p;
}
static void *works(void *p) {
  for (;;) atomic_fetch_xor(&x, 1);
  return p;
}
int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, waits, 0);
  pthread_create(&t[1], 0, works, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
}
