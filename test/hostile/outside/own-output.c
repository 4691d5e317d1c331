// Two threads write to stdout and stderr at once, without an error: what is shown of it must not change what the calls
// return.
// drista: verified
// drista: options --show-output
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>
static char text[100000];
static void *print(void *x)
{
	assert(write(1 + (x != 0), text, sizeof text) == sizeof text);
	return x;
}
int main(void)
{
	pthread_t t;
	memset(text, 'x', sizeof text);
	pthread_create(&t, 0, print, text);
	print(0);
	return pthread_join(t, 0);
}
