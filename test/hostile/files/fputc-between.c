// One thread writes a pair of characters, another one a character in between: each fputc takes the lock, but nothing
// holds it for both.
// hostile: long
// drista: error assertion
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
static FILE *f;
static void *single(void *arg)
{
	fputc('-', f);
	return arg;
}
int main(void)
{
	pthread_t t;
	char line[8] = "";
	f = fopen("data", "w+");
	pthread_create(&t, 0, single, 0);

	fputc('a', f);
	fputc('b', f);

	pthread_join(t, 0);
	rewind(f);
	fgets(line, sizeof line, f);
	assert((line[0] == '-' && line[1] == 'a') || (line[0] == 'a' && line[1] == 'b'));
	fclose(f);
	return 0;
}
