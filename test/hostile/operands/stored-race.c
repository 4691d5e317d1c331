// The value of the generic store is read as plain data.
// drista: error data-race
#include <pthread.h>
typedef struct { long a, b; } pair;
_Alignas(16) pair x, in;
void *f(void *_) { __atomic_store(&x, &in, 5); return 0; }
int main(void){ pthread_t u; pthread_create(&u,0,f,0); in.a = 3; pthread_join(u,0); }
