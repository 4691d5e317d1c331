// A member beside a volatile one is not volatile: nothing is said of it.
// drista: error data-race at WRONG
// drista: says data race on s.data
// drista: never says it is volatile
#include <pthread.h>

static struct {
  int data;
  volatile int ready;
} s;

static void *sender(void *arg) {
  s.data = 1; // WRONG
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, sender, 0);
  int data = s.data;
  pthread_join(t, 0);
  return data & 0;
}
