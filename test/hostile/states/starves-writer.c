// Readers who overlap keep a writer out for ever.
// drista: error starvation at WRONG
// hostile: once
// drista: options --check progress
#include <assert.h>
#include <pthread.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int a, b;
static void *reader(void *p) {
  for (;;) {
    pthread_rwlock_rdlock(&l);
    assert(a == b);
    pthread_rwlock_unlock(&l);
  }
  return p;
}
static void *writer(void *p) {
  for (;;) {
    pthread_rwlock_wrlock(&l); // WRONG
    a ^= 1;
    b ^= 1;
    pthread_rwlock_unlock(&l);
  }
  return p;
}
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, reader, 0);
  pthread_create(&t[2], 0, writer, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
}
