// A semaphore is initialised again between a post and a wait: the wait may find nothing, and POSIX leaves it undefined.
// hostile: long
// drista: error misuse at WRONG
// hostile: once
#include <semaphore.h>

static sem_t s;

int main(void)
{
	sem_init(&s, 0, 0);
	sem_post(&s);
	sem_init(&s, 0, 1); // WRONG
	sem_wait(&s);
	return 0;
}
