// Three philosophers eat for ever; each takes the fork with the lower number first.
// drista: verified
// hostile: once
// drista: says states were explored
// drista: says the program does not end
#include <pthread.h>
#ifndef N
#define N 3
#endif
static pthread_mutex_t fork_[N];
static int meals[N];
static void *philosopher(void *p) {
  int i = (int)(long)p, a = i, b = (i + 1) % N;
  if (a > b) { int t = a; a = b; b = t; }
  for (;;) {
    pthread_mutex_lock(&fork_[a]);
    pthread_mutex_lock(&fork_[b]);
    meals[i] ^= 1;
    pthread_mutex_unlock(&fork_[b]);
    pthread_mutex_unlock(&fork_[a]);
  }
  return 0;
}
int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++) pthread_mutex_init(&fork_[i], 0);
  for (int i = 0; i < N; i++) pthread_create(&t[i], 0, philosopher, (void *)(long)i);
  for (int i = 0; i < N; i++) pthread_join(t[i], 0);
  return 0;
}
