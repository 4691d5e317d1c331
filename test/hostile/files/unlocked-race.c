// Two threads write characters to a stream without its lock, which these functions require.
// drista: error data-race
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
static FILE *f;
static void *pair(void *arg)
{

	putc_unlocked(arg ? 'a' : 'b', f);
	putc_unlocked(arg ? 'a' : 'b', f);

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
