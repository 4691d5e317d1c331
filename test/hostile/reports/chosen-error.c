// The first execution that chance chooses has the error: nothing is said of how many others it chose.
// drista: error assertion at WRONG
// drista: options --strategy random
// drista: never says executions were chosen by chance
// hostile: once
#include <assert.h>
#include <pthread.h>

static void *work(void *arg) {
  assert(arg); // WRONG
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
  return 0;
}
