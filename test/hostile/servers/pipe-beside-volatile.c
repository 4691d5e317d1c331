// A thread sends a byte through a pipe and sets a volatile flag before: files go together with volatile atomics.
// drista: verified
// drista: options --volatile relaxed
// hostile: matrix
#include <assert.h>
#include <pthread.h>
#include <unistd.h>
static int ends[2];
static volatile int flag;
static void *sends(void *u)
{
	flag = 1;
	write(ends[1], "x", 1);
	return u;
}
int main(void)
{
	pthread_t t;
	char got = 0;
	pipe(ends);
	pthread_create(&t, NULL, sends, NULL);
	int before = flag;
	read(ends[0], &got, 1);
	assert(got == 'x' && flag == 1 && before <= 1);
	pthread_join(t, NULL);
	return 0;
}
