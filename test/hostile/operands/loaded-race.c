// The result of the generic load is written as plain data.
// drista: error data-race
#include <pthread.h>
#include <stdatomic.h>
typedef struct { long a, b; } pair;
_Alignas(16) _Atomic pair x;
pair r;
void *ld(void *_) { __atomic_load((pair*)&x, &r, __ATOMIC_SEQ_CST); return 0; }
int main(void){
  pthread_t u; pthread_create(&u,0,ld,0);
  r.a = 3;
  pthread_join(u,0);
}
