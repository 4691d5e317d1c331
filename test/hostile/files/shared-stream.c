// Two threads read from one stream: who is first gets the first character.
// hostile: long
// drista: error assertion at WRONG
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
static FILE *file;
static int got[2];
static void *get(void *arg)
{
	*(int *)arg = getc(file);
	return 0;
}
int main(void)
{
	pthread_t a, b;
	file = fopen("data", "w+");
	fputs("ab", file);
	rewind(file);
	pthread_create(&a, 0, get, &got[0]);
	pthread_create(&b, 0, get, &got[1]);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(got[0] == 'a'); // WRONG
	return 0;
}
