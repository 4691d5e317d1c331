// The expected value of a compare-exchange is plain data.
// drista: error data-race
#include <pthread.h>
#include <stdatomic.h>
typedef struct { long a, b; } pair;
_Alignas(16) _Atomic pair x;
pair e;
void *cas(void *_) { atomic_compare_exchange_strong(&x, &e, ((pair){5,5})); return 0; }
int main(void){
  e = (pair){7,7};
  pthread_t u; pthread_create(&u,0,cas,0);
  e.a = 3; /* data race with *expected */
  pthread_join(u,0);
}
