// Attributes are values, which nobody else sees and whose initialisation only sets them: to set them again harms
// nothing.
// drista: verified
// hostile: once
#include <pthread.h>

int main(void)
{
	pthread_mutexattr_t m;
	pthread_attr_t a;
	pthread_condattr_t c;
	for (int i = 0; i < 2; i++) {
		pthread_mutexattr_init(&m);
		pthread_condattr_init(&c);
		pthread_attr_init(&a);
	}
	pthread_mutex_t lock;
	pthread_mutex_init(&lock, &m);
	pthread_mutex_destroy(&lock);
	return 0;
}
