// A flag is volatile, which does not order what threads do to it: the race is told, and that volatile does not help.
// drista: error data-race at WRONG
// drista: says volatile, which does not synchronise threads
#include <pthread.h>

static struct {
  int data;
  volatile int ready[2];
} s;

static void *sender(void *arg) {
  s.ready[1] = 1; // WRONG
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, sender, 0);
  int ready = s.ready[1];
  pthread_join(t, 0);
  return ready & 0;
}
