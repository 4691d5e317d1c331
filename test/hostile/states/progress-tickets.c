// A lock with tickets, for two threads, for ever: each gets its turn. Tickets count modulo two.
// drista: verified
// hostile: once
// drista: options --check progress
// drista: says the program does not end
#include <pthread.h>
#include <stdatomic.h>
static atomic_int next, serving;
static void *run(void *p) {
  for (;;) {
    int me = atomic_fetch_xor(&next, 1);
    while (atomic_load(&serving) != me);
    atomic_store(&serving, 1 - me);
  }
  return p;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
}
