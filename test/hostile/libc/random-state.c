// drista: verified
//
// initstate, setstate (POSIX.1-2017): the numbers continue where the array's state has come to, whichever array was
// in use meanwhile, and one with the same seed begins again.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

static void *numbers(void *name)
{
	char array[64], small[4];
	srandom(1);
	long first = random(), second = random();

	char *before = initstate(1, array, sizeof array);
	assert(before && random() == first);
	assert(setstate(before) == array);
	long third = random();
	assert(setstate(array) == before && random() == second);
	assert(setstate(array) == array && random() == third);

	srandom(1);
	assert(random() == first);
	errno = 0;
	assert(!initstate(1, small, sizeof small) && errno == EINVAL);
	assert(random() == second);
	return name;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, numbers, NULL);
	numbers(NULL);
	pthread_join(t, NULL);
	return 0;
}
