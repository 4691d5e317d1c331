// Built without drista: the program sees its environment as given, and nothing by which drista got in, neither through
// getenv, nor environ, nor main's third argument.
// drista: verified
// hostile: built-with plain
// drista: environment HOSTILE_MARK=a=b
// drista: environment DRISTA_CC=gcc
// drista: options --env HOSTILE_SET=1 --env HOSTILE_EMPTY= --env -HOME
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;
static int early;

static void look(char **list)
{
	for (char **e = list; *e; e++)
		assert(strncmp(*e, "DRISTA", 6) && strncmp(*e, "LD_", 3));
}

static __attribute__((constructor)) void before(int argc, char **argv, char **list)
{
	(void)argc, (void)argv;
	look(list);
	look(environ);
	early = !getenv("DRISTA_FD") && getenv("HOSTILE_MARK");
}

static void *as_given(void *list)
{
	look(list);
	look(environ);
	assert(early);
	assert(!strcmp(getenv("HOSTILE_MARK"), "a=b"));
	assert(!strcmp(getenv("HOSTILE_SET"), "1"));
	assert(!strcmp(getenv("HOSTILE_EMPTY"), ""));
	assert(!getenv("HOME") && !getenv("SHLVL") && !getenv("HOSTILE"));
	assert(getenv("PATH"));
	return NULL;
}

int main(int argc, char **argv, char **list)
{
	(void)argc, (void)argv;
	pthread_t t;
	as_given(list);
	pthread_create(&t, NULL, as_given, list);
	pthread_join(t, NULL);
}
