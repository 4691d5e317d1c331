// drista: verified
//
// Before there are threads it is the same for all of them.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static uid_t now;

static void *f(void *given)
{
	assert(getuid() == now);
	return given;
}

int main(void)
{
	assert(setgid(getgid()) == 0 && seteuid(geteuid()) == 0);
	if (getuid() == 0)
		assert(setuid(12345) == 0 && getuid() == 12345);
	now = getuid();
	pthread_t t;
	pthread_create(&t, NULL, f, NULL);
	pthread_join(t, NULL);
	return 0;
}
