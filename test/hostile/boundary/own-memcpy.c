// The program's own memcpy is code like any other: its accesses race.
// drista: error data-race at WRONG
// drista: build -O1 -fno-builtin
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static char buffer[4];

void *memcpy(void *to, const void *from, size_t size)
{
	for (size_t i = 0; i < size; i++)
		((volatile char *)to)[i] = ((const volatile char *)from)[i]; // WRONG
	return to;
}

static void *body(void *from)
{
	memcpy(buffer, from, sizeof buffer);
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, body, "abc");
	memcpy(buffer, "def", 4);
	pthread_join(t, 0);
	return 0;
}
