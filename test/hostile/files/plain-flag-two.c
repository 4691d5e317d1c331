// A thread waits for a plain flag that another one sets under a mutex: a data race, for nothing orders the two.
// hostile: long
// drista: error data-race
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static volatile int flag; static int x;
static void *sets(void *a){
	for(int i=0;i<2;i++){ pthread_mutex_lock(&m); x=1; flag=i; pthread_mutex_unlock(&m);} return a; }
int main(void){
	pthread_t t,u; pthread_mutex_lock(&m); pthread_create(&t,0,sets,0); pthread_create(&u,0,sets,0);
	pthread_mutex_unlock(&m); while(!flag);  pthread_join(t,0);pthread_join(u,0); return 0;}
