// Two threads close one stream: the second frees it again.
// drista: error data-race at WRONG
#include <pthread.h>
#include <stdio.h>

static FILE *file;

static void *closes(void *unused)
{
	fclose(file); // WRONG
	return unused;
}

int main(void)
{
	pthread_t one, two;
	file = fopen("twice.txt", "w");
	pthread_create(&one, NULL, closes, NULL);
	pthread_create(&two, NULL, closes, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
}
