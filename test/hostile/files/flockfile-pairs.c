// Two threads write pairs of characters under the stream's lock: no other character comes in between.
// drista: verified
// drista: says (2 executions
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
static FILE *f;
static void *pair(void *arg)
{
	flockfile(f);
	putc_unlocked(arg ? 'a' : 'b', f);
	putc_unlocked(arg ? 'a' : 'b', f);
	funlockfile(f);
	return arg;
}
int main(void)
{
	pthread_t t, u;
	char line[8] = "";
	f = fopen("data", "w+");
	pthread_create(&t, 0, pair, 0);
	pthread_create(&u, 0, pair, f);
	pthread_join(t, 0);
	pthread_join(u, 0);
	rewind(f);
	fgets(line, sizeof line, f);
	assert(line[0] == line[1] && line[2] == line[3] && line[0] != line[2] && !line[4]);
	fclose(f);
	return 0;
}
