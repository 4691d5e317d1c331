// One thread closes a stream on /dev/null, which threads do not talk through, while another one prints to it.
// drista: error data-race at WRONG
#include <pthread.h>
#include <stdio.h>

static FILE *file;

static void *prints(void *unused)
{
	fprintf(file, "%d\n", 1); // WRONG
	return unused;
}

int main(void)
{
	pthread_t thread;
	file = fopen("/dev/null", "w");
	pthread_create(&thread, NULL, prints, NULL);
	fclose(file);
	pthread_join(thread, NULL);
}
