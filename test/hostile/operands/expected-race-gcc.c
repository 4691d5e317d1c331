// The expected value of a compare-exchange is plain data.
// drista: error data-race
// drista: build --drista-compiler=gcc -O1
#include <pthread.h>
#include <stdatomic.h>
_Atomic long x; long e;
void *cas(void *_) { atomic_compare_exchange_strong(&x, &e, 5); return 0; }
int main(void){
  e = 7;
  pthread_t u; pthread_create(&u,0,cas,0);
  e = 3; /* data race with *expected */
  pthread_join(u,0);
}
