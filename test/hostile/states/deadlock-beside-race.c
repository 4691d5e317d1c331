// Once main has A, thread 1 races before it comes to A. That it comes there must not be overlooked: where it goes first
// there is no race, and main waits for A for ever.
// drista: error data-race
// drista: error deadlock
// drista: options --equivalence state --keep-going --tune chance=0
// drista: says deadlock: main waits for a post of semaphore A
#include <pthread.h>
#include <semaphore.h>
static sem_t A;
static pthread_rwlock_t R = PTHREAD_RWLOCK_INITIALIZER;
static int x, y;
static void *reads(void *p) {
	pthread_rwlock_rdlock(&R);
	int g = x;
	pthread_rwlock_unlock(&R);
	sem_wait(&A);
	return (void *)(long)g;
}
static void *writes(void *p) {
	pthread_rwlock_wrlock(&R);
	y = 4;
	pthread_rwlock_unlock(&R);
	return p;
}
int main(void) {
	pthread_t t[2];
	sem_init(&A, 0, 1);
	pthread_create(&t[0], 0, reads, 0);
	pthread_create(&t[1], 0, writes, 0);
	sem_wait(&A);
	x = 1;
	pthread_join(t[0], 0);
	pthread_join(t[1], 0);
}
