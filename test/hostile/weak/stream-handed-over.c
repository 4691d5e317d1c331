// Threads hand a stream over by a semaphore; the last one closes it: right.
// drista: verified
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static FILE *file;
static sem_t opened;

static void *closes(void *unused)
{
	sem_wait(&opened);
	fprintf(file, "two\n");
	fclose(file);
	return unused;
}

int main(void)
{
	pthread_t thread;
	sem_init(&opened, 0, 0);
	pthread_create(&thread, NULL, closes, NULL);
	file = fopen("handed.txt", "w");
	fputs("one\n", file);
	sem_post(&opened);
	pthread_join(thread, NULL);
	file = fopen("handed.txt", "r");
	int first = fgetc(file);
	fclose(file);
	return first != 'o';
}
