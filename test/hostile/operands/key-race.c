// The key that pthread_key_create makes is written as plain data.
// drista: error data-race
#include <pthread.h>
static pthread_key_t key;
static void *make(void *a) { pthread_key_create(&key, 0); return a; }
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, make, 0);
	key = 1;
	pthread_join(t, 0);
}
