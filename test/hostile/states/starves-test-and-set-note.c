// A test-and-set lock is used for ever; without --check progress that is no error.
// drista: verified
// hostile: once
// drista: says the program does not end
// drista: never says starvation
#include <pthread.h>
#include <stdatomic.h>
static atomic_int taken;
static void *run(void *p) {
  for (;;) {
    while (atomic_exchange(&taken, 1));
    atomic_store(&taken, 0);
  }
  return p;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
}
