// A lock with tickets, for ever: tickets count modulo 256, and who has looked in vain has seen nothing that matters.
// drista: verified
// hostile: once
// hostile: long
// drista: says states were explored
// drista: says the program does not end
#include <pthread.h>
#include <stdatomic.h>
static atomic_uchar next, serving;
static int data;
static void *run(void *p) {
  for (;;) {
    unsigned char me = atomic_fetch_add(&next, 1);
    while (atomic_load(&serving) != me);
    data++;
    data--;
    atomic_fetch_add(&serving, 1);
  }
  return p;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
}
