// An execution is longer than --max-steps: the note says what to raise.
// drista: inconclusive
// drista: options --max-steps 50
// drista: says a larger --max-steps allows more
#include <pthread.h>
#include <stdatomic.h>

static atomic_int n;

static void *count(void *arg) {
  for (int i = 0; i < 100; i++) atomic_fetch_add(&n, 1);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, count, 0);
  pthread_join(t, 0);
  return 0;
}
