// A thread removes a file for which main looks.
// hostile: long
// drista: error assertion at WRONG
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>
static void *away(void *arg)
{
	unlink("data");
	return arg;
}
int main(void)
{
	pthread_t t;
	close(open("data", O_WRONLY | O_CREAT, 0600));
	pthread_create(&t, 0, away, 0);
	int there = access("data", F_OK) == 0;
	pthread_join(t, 0);
	assert(there); // WRONG
	return 0;
}
