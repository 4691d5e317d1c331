// Two threads change the working folder, which is the process's: the last one decides what a relative name means.
// drista: error assertion
#include <assert.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

static void *go(void *to)
{
	chdir(to);
	return 0;
}

int main(void)
{
	pthread_t a, b;
	mkdir("working-a", 0700);
	mkdir("working-b", 0700);
	assert(!rmdir("working-b/only-here") || 1);
	mkdir("working-b/only-here", 0700);
	char here[512], one[600], other[600];
	assert(getcwd(here, sizeof here));
	char *to[] = {one, other};
	for (int i = 0; i < 2; i++) {
		unsigned n = 0;
		for (char *from = here; *from; from++)
			to[i][n++] = *from;
		for (const char *from = i ? "/working-b" : "/working-a"; *from; from++)
			to[i][n++] = *from;
		to[i][n] = 0;
	}
	pthread_create(&a, 0, go, one);
	pthread_create(&b, 0, go, other);
	pthread_join(a, 0);
	pthread_join(b, 0);
	int found = access("only-here", F_OK);
	assert(!chdir(here) && !rmdir("working-b/only-here") && !rmdir("working-a") && !rmdir("working-b"));
	assert(found != 0);
	return 0;
}
