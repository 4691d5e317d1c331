// Two threads wait for each other's flag in loops: the report shows the way to the loop, and the loop.
// drista: error livelock
// hostile: once
// drista: options --equivalence state
// drista: says the way there:
// drista: says the loop, again and again:
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag[2], x;
static void *run(void *p) {
  long me = (long)p;
  atomic_fetch_add(&x, 1);
  while (!atomic_load(&flag[1 - me]));
  atomic_store(&flag[me], 1);
  return 0;
}
int main(void) {
  pthread_t t[2];
  for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, run, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
}
