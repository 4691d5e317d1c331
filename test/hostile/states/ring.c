// A producer and a consumer pass items through a ring for ever, with condition variables under one mutex.
// drista: verified
// hostile: once
// drista: says states were explored
// drista: says the program does not end
#include <pthread.h>
#include <assert.h>
#ifndef P
#define P 1
#endif
#ifndef C
#define C 1
#endif
#define CAP 2
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t full = PTHREAD_COND_INITIALIZER, empty = PTHREAD_COND_INITIALIZER;
static int ring[CAP], head, count;
static void *producer(void *p) {
  for (;;) {
    pthread_mutex_lock(&m);
    while (count == CAP) pthread_cond_wait(&full, &m);
    ring[(head + count) % CAP] = (int)(long)p;
    count++;
    pthread_cond_signal(&empty);
    pthread_mutex_unlock(&m);
  }
}
static void *consumer(void *p) {
  (void)p;
  for (;;) {
    pthread_mutex_lock(&m);
    while (count == 0) pthread_cond_wait(&empty, &m);
    int v = ring[head];
    assert(v == 1 || v == 2);
    head = (head + 1) % CAP;
    count--;
    pthread_cond_signal(&full);
    pthread_mutex_unlock(&m);
  }
}
int main(void) {
  pthread_t t[P + C];
  for (long i = 0; i < P; i++) pthread_create(&t[i], 0, producer, (void *)(i % 2 + 1));
  for (long i = 0; i < C; i++) pthread_create(&t[P + i], 0, consumer, 0);
  for (int i = 0; i < P + C; i++) pthread_join(t[i], 0);
}
