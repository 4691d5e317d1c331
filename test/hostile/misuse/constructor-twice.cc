// A constructor initialises the mutex before main, and main does it once more.
// hostile: long
// drista: error misuse at WRONG
// hostile: once
#include <pthread.h>

struct Lock {
	pthread_mutex_t m;
	Lock() { pthread_mutex_init(&m, nullptr); }
};

static Lock lock;

int main()
{
	pthread_mutex_init(&lock.m, nullptr); // WRONG
}
