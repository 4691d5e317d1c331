// An input goes to a thread as its argument, and comes back as its result: by return, and by pthread_exit.
// drista: error assertion at WRONG
// drista: build --symbolic
// drista: options --symbolic
// hostile: once
// drista: says unsigned char x[] = { 0x39, 0x30, 0x00, 0x00 };
// drista: says explored with 2 inputs
#include <assert.h>
#include <drista.h>
#include <pthread.h>
#include <stdint.h>

static _Thread_local uint32_t own = 5;

static void *doubled(void *argument)
{
	own = (uint32_t)(uintptr_t)argument;
	return (void *)(uintptr_t)(own * 2);
}

static void *inverted(void *argument)
{
	pthread_exit((void *)((uintptr_t)argument ^ 1));
}

int main(void)
{
	uint32_t x;
	pthread_t t, u;
	void *first, *second;
	drista_symbolic(&x, sizeof x, "x");
	pthread_create(&t, 0, doubled, (void *)(uintptr_t)x);
	pthread_create(&u, 0, inverted, (void *)(uintptr_t)x);
	pthread_join(t, &first);
	pthread_join(u, &second);
	assert(((uintptr_t)second ^ x) == 1 && own == 5);
	if ((uintptr_t)first == 24690)
		assert(x != 12345); // WRONG
	return 0;
}
