// A thread goes round for ever with locks behind a global pointer, and checks its state: it waits for nothing.
// drista: verified
// hostile: once
// drista: says the program does not end
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t *forks;
static int broken;
static void *eats(void *unused)
{
	for (;;) {
		for (int i = 0; i < 2; i++)
			pthread_mutex_lock(&forks[i]);
		assert(!broken);
		if (broken)
			abort();
		for (int i = 0; i < 2; i++)
			pthread_mutex_unlock(&forks[i]);
	}
	return unused;
}
int main(void)
{
	pthread_t t[2];
	forks = calloc(2, sizeof *forks);
	for (int i = 0; i < 2; i++)
		pthread_mutex_init(&forks[i], NULL);
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, eats, NULL);
	pthread_join(t[0], NULL);
	return 0;
}
