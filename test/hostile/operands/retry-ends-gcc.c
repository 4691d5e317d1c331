// The loop ends with the second attempt: no livelock.
// drista: verified
// drista: build --drista-compiler=gcc -O1
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
_Atomic long x; long e = 7;
void *cas(void *_) { while (!atomic_compare_exchange_strong(&x, &e, 5)) ; return 0; }
int main(void){ pthread_t u; pthread_create(&u,0,cas,0); pthread_join(u,0); }
