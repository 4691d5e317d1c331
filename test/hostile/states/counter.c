// A counter under a mutex grows for ever, so there is no end of states.
// drista: inconclusive
// hostile: once
// drista: options --equivalence state
// drista: time-limit 10
// drista: says tickets
// drista: says if it keeps growing
// hostile: long
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static unsigned tickets;
static void *take(void *p) {
  for (;;) {
    pthread_mutex_lock(&m);
    tickets++;
    pthread_mutex_unlock(&m);
  }
  return p;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, take, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
}
