// The same by states: what differs in the caller's frame alone are two states.
// drista: error assertion at WRONG
// drista: build -O1
// drista: options --equivalence state
// hostile: once
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
__attribute__((noinline)) static int look(void) {
  return atomic_load(&x);
}
#define KEEP(a) __asm__ volatile("" : : "r"(&a) : "memory")
#define FIVE(a) \
  int a##0 = 0, a##1 = 0, a##2 = 0, a##3 = 0, a##4 = 0; \
  KEEP(a##0); KEEP(a##1); KEEP(a##2); KEEP(a##3); KEEP(a##4);
static int many(void) {
  FIVE(a) FIVE(b) FIVE(c) FIVE(d) FIVE(e) FIVE(f) FIVE(g)
  int seen = 0;
  for (int i = 0; i < 2; i++) seen = seen * 10 + look();
  return seen;
}
static void *reads(void *p) {
  int seen = many();
  assert(seen != 12); // WRONG
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, reads, 0);
  atomic_store(&x, 1);
  atomic_store(&x, 2);
  pthread_join(t, 0);
}
