// Readers and writers go on for ever, under a read-write lock.
// drista: verified
// hostile: once
// drista: says states were explored
// drista: says the program does not end
#include <pthread.h>
#include <assert.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int a, b;
static void *reader(void *p) {
  (void)p;
  for (;;) {
    pthread_rwlock_rdlock(&l);
    assert(a == b);
    pthread_rwlock_unlock(&l);
  }
}
static void *writer(void *p) {
  (void)p;
  for (;;) {
    pthread_rwlock_wrlock(&l);
    a ^= 1;
    b ^= 1;
    pthread_rwlock_unlock(&l);
  }
}
int main(void) {
  pthread_t t[4];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, reader, 0);
  for (int i = 2; i < 4; i++) pthread_create(&t[i], 0, writer, 0);
  for (int i = 0; i < 4; i++) pthread_join(t[i], 0);
}
