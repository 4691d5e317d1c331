// A thread waits for a plain flag that another one sets under a mutex: a data race, for nothing orders the two.
// drista: error data-race
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static volatile int flag; static int x;
static void *spins(void *a){ while(!flag); x++; return a; }
static void *sets(void *a){ pthread_mutex_lock(&m); flag=1; pthread_mutex_unlock(&m); return a; }
int main(void){
	pthread_t t,u; pthread_create(&t,0,spins,0); pthread_create(&u,0,sets,0); pthread_join(t,0);
	pthread_join(u,0); return 0;}
