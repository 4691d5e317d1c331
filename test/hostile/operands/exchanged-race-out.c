// As exchanged-race.c: the result.
// drista: error data-race
// drista: build -DIN=out
#include <pthread.h>
#include <stdatomic.h>
typedef struct { long a, b; } pair;
_Alignas(16) pair x, in, out;
void *f(void *_) { __atomic_exchange(&x, &in, &out, 5); return 0; }
int main(void){ pthread_t u; pthread_create(&u,0,f,0); IN.a = 3; pthread_join(u,0); }
