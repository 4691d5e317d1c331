/*
 * A thread returns a pointer to its local variable. When it is joined its stack is gone.
 *
 * drista: error memory
 */
#include <pthread.h>
#include <stdio.h>

static void *half(void *argument)
{
	int result = *(int *)argument / 2;
	int *volatile pointer = &result; /* so that the compiler does not see it either */
	return pointer;
}

int main(void)
{
	int input = 42;
	pthread_t thread;
	void *result;
	pthread_create(&thread, NULL, half, &input);
	pthread_join(thread, &result);
	printf("%d\n", *(int *)result);
	return 0;
}
