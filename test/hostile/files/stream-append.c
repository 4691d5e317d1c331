// Two threads append to one file, each with a stream of its own, and main reads lines: both are there, in either order.
// drista: verified
// drista: says (2 executions,
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
static void *append(void *line)
{
	FILE *file = fopen("log", "a");
	fputs(line, file);
	fclose(file);
	return 0;
}
int main(void)
{
	pthread_t a, b;
	char line[16], all[32] = "";
	fclose(fopen("log", "w"));
	pthread_create(&a, 0, append, "one\n");
	pthread_create(&b, 0, append, "two\n");
	pthread_join(a, 0);
	pthread_join(b, 0);
	FILE *file = fopen("log", "r");
	while (fgets(line, sizeof line, file))
		strcat(all, line);
	fclose(file);
	assert(strcmp(all, "one\ntwo\n") == 0 || strcmp(all, "two\none\n") == 0);
	return 0;
}
