// A test-and-set lock is used for ever: a thread may look only when the other one has it.
// drista: error starvation at WRONG
// hostile: once
// drista: options --check progress
// drista: says the way there:
// drista: says the loop, again and again:
#include <pthread.h>
#include <stdatomic.h>
static atomic_int taken;
static void *run(void *p) {
  for (;;) {
    while (atomic_exchange(&taken, 1)); // WRONG
    atomic_store(&taken, 0);
  }
  return p;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
}
