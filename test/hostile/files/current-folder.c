// One thread changes the working folder while another asks for it, by getcwd and by realpath.
// drista: error assertion
// hostile: once
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char start[4096];

static void *go(void *unused)
{
	chdir("current-folder");
	return 0;
}

int main(void)
{
	pthread_t a;
	assert(getcwd(start, sizeof start));
	mkdir("current-folder", 0700);
	pthread_create(&a, 0, go, 0);
	char *here = getcwd(0, 0), *same = realpath(".", 0);
	int moved_between = strcmp(here, same) != 0;
	free(here);
	free(same);
	pthread_join(a, 0);
	assert(!chdir(start) && !rmdir("current-folder"));
	assert(!moved_between);
	return 0;
}
