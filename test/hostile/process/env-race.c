// One thread changes the environment while another one looks something else up in it: POSIX lets that go wrong (XSH
// 2.9.1).
// drista: error data-race
// drista: says environ
#include <pthread.h>
#include <stdlib.h>

static void *change(void *unused)
{
	setenv("HOSTILE_A", "1", 1);
	return unused;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, change, NULL);
	getenv("HOSTILE_B");
	pthread_join(t, NULL);
}
