// One thread locks and unlocks for ever: the check ends where an execution has more events than it may have.
// drista: inconclusive
// drista: says --max-steps
// hostile: long
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static volatile int turns;
int main(void)
{
	for (;;) {
		pthread_mutex_lock(&mutex);
		turns++;
		pthread_mutex_unlock(&mutex);
	}
}
