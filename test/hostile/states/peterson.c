// Peterson's lock with seq_cst atomics, for ever.
// drista: verified
// hostile: once
// drista: says states were explored
// drista: says the program does not end
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
static atomic_int flag[2], turn;
static int in;
static void *run(void *p) {
  int me = (int)(long)p;
  for (;;) {
    flag[me] = 1;
    turn = 1 - me;
    while (flag[1 - me] && turn == 1 - me);
    in++;
    assert(in == 1);
    in--;
    flag[me] = 0;
  }
}
int main(void) {
  pthread_t t[2];
  for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, run, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
}
