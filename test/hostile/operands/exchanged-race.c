// The value of the generic exchange is read as plain data, and its result is written so.
// drista: error data-race
// drista: build -DIN=in
#include <pthread.h>
#include <stdatomic.h>
typedef struct { long a, b; } pair;
_Alignas(16) pair x, in, out;
void *f(void *_) { __atomic_exchange(&x, &in, &out, 5); return 0; }
int main(void){ pthread_t u; pthread_create(&u,0,f,0); IN.a = 3; pthread_join(u,0); }
