// The expected value lies in a block that was freed.
// drista: error memory
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
typedef struct { long a, b; } pair;
_Alignas(16) _Atomic pair x;
void *f(void *_) { pair *p = malloc(sizeof *p);
	*p = (pair){1, 1};
	free(p);
	atomic_compare_exchange_strong(&x, p, ((pair){5,5})); return 0; }
int main(void){ pthread_t u; pthread_create(&u,0,f,0); pthread_join(u,0); }
