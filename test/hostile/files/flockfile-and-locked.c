// One thread writes a pair of characters under the stream's lock, another one a character with fputc, which waits for
// the lock.
// hostile: long
// drista: verified
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
	flockfile(f);
	fputc('a', f);
	fputc('b', f);
	funlockfile(f);
	pthread_join(t, 0);
	rewind(f);
	fgets(line, sizeof line, f);
	assert((line[0] == '-' && line[1] == 'a') || (line[0] == 'a' && line[1] == 'b'));
	fclose(f);
	return 0;
}
