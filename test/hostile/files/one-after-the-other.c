// A file goes from main to a thread, from that to another one, and back, each after the other: in one way only.
// drista: verified
// drista: says (1 execution,
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
static void *add(void *arg)
{
	FILE *f = fopen("data", "a");
	fprintf(f, "%s\n", (char *)arg);
	fclose(f);
	return 0;
}
int main(void)
{
	pthread_t t;
	char line[16];
	fclose(fopen("data", "w"));
	pthread_create(&t, 0, add, "one");
	pthread_join(t, 0);
	pthread_create(&t, 0, add, "two");
	pthread_join(t, 0);
	FILE *f = fopen("data", "r");
	assert(fgets(line, sizeof line, f) && strcmp(line, "one\n") == 0);
	assert(fgets(line, sizeof line, f) && strcmp(line, "two\n") == 0);
	assert(!fgets(line, sizeof line, f));
	fclose(f);
	remove("data");
	return 0;
}
