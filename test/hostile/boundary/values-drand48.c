// srand48, seed48 and lcong48 set the generator that lrand48 draws from; POSIX.1-2017 drand48 defines its numbers.
// drista: verified
#define _DEFAULT_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *draw(void *arg) {
	unsigned short seed[3] = {1, 2, 3}, parameters[7] = {1, 2, 3, 5, 0, 0, 1};
	srand48(1);
	assert(lrand48() == 89400484);
	seed48(seed);
	long first = lrand48();
	seed48(seed);
	assert(lrand48() == first);
	lcong48(parameters);
	first = lrand48();
	lcong48(parameters);
	assert(lrand48() == first);
	return arg;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, draw, 0);
	pthread_join(t, 0);
	return 0;
}
