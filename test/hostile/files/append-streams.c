// Two threads append to one file through streams of their own, and main reads the lines: both orders.
// drista: verified
// drista: says (2 executions
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
static void *appends(void *arg)
{
	FILE *f = fopen("data", "a");
	fputs(arg ? "one\n" : "two\n", f);
	fclose(f);
	return arg;
}
int main(void)
{
	pthread_t t, u;
	char first[8], second[8];
	fclose(fopen("data", "w"));
	pthread_create(&t, 0, appends, 0);
	pthread_create(&u, 0, appends, &t);
	pthread_join(t, 0);
	pthread_join(u, 0);
	FILE *f = fopen("data", "r");
	assert(fgets(first, sizeof first, f) && fgets(second, sizeof second, f));
	assert(strcmp(first, second) && !fgets(first, sizeof first, f));
	fclose(f);
	return 0;
}
