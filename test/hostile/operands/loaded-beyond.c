// The result of the generic load has twice the size of its block.
// drista: error memory
#include <pthread.h>
#include <stdlib.h>
typedef struct { long a, b; } pair;
_Alignas(16) pair x;
void *f(void *_) { pair *p = malloc(8); __atomic_load(&x, p, 5); free(p); return 0; }
int main(void){ pthread_t u; pthread_create(&u,0,f,0); pthread_join(u,0); }
