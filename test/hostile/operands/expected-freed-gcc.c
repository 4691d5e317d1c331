// The expected value lies in a block that was freed.
// drista: error memory
// drista: build --drista-compiler=gcc -O1
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
_Atomic long x;
void *f(void *_) { long *p = malloc(sizeof *p); *p=1; free(p); atomic_compare_exchange_strong(&x, p, 5); return 0; }
int main(void){ pthread_t u; pthread_create(&u,0,f,0); pthread_join(u,0); }
