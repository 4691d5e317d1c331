// Each iteration has a mutex of its own at the same address, which another branch or another function initialises.
// drista: verified
// hostile: once
#include <pthread.h>

static void prepare(pthread_mutex_t *m)
{
	pthread_mutex_init(m, NULL);
}

static void use(pthread_mutex_t *m)
{
	pthread_mutex_lock(m);
	pthread_mutex_unlock(m);
}

int main(void)
{
	for (int i = 0; i < 3; i++) {
		pthread_mutex_t m;
		if (i == 0)
			pthread_mutex_init(&m, NULL);
		else if (i == 1)
			prepare(&m);
		else
			pthread_mutex_init(&m, NULL);
		use(&m);
	}
	return 0;
}
