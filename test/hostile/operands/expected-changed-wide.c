// The first attempt fails and writes {0, 0} to the expected value, so the second one succeeds.
// drista: error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
typedef struct { long a, b; } pair;
_Alignas(16) _Atomic pair x;
pair e;
atomic_int stop;
void *cas(void *_) {
  while (!atomic_compare_exchange_strong(&x, &e, ((pair){5,5})))
    if (atomic_load(&stop)) return 0;
  assert(0 && "exchanged");
  return 0;
}
int main(void){
  e = (pair){7,7};
  pthread_t u; pthread_create(&u,0,cas,0);
  atomic_store(&stop, 1);
  pthread_join(u,0);
}
