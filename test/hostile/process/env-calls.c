// setenv, putenv, unsetenv and clearenv do what POSIX says, and leave no memory that is lost.
// drista: verified
// drista: never says lost
#define _DEFAULT_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;

static void *look(void *unused)
{
	assert(!strcmp(getenv("HOSTILE_A"), "3"));
	return unused;
}

int main(void)
{
	static char text[] = "HOSTILE_A=1", longer[] = "HOSTILE_AB=x";
	assert(!putenv(longer) && !getenv("HOSTILE_A") && !strcmp(getenv("HOSTILE_AB"), "x"));
	assert(!putenv(text) && !strcmp(getenv("HOSTILE_A"), "1"));
	text[10] = '2';
	assert(!strcmp(getenv("HOSTILE_A"), "2"));
	assert(!setenv("HOSTILE_A", "3", 0) && !strcmp(getenv("HOSTILE_A"), "2"));
	assert(!setenv("HOSTILE_A", "3", 1) && !strcmp(getenv("HOSTILE_A"), "3"));
	assert(setenv("", "1", 1) == -1 && errno == EINVAL);
	assert(setenv("a=b", "1", 1) == -1 && unsetenv("a=b") == -1 && unsetenv("") == -1);
	pthread_t a, b;
	pthread_create(&a, NULL, look, NULL);
	pthread_create(&b, NULL, look, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(!unsetenv("HOSTILE_A") && !getenv("HOSTILE_A") && getenv("HOSTILE_AB"));
	assert(!clearenv() && !getenv("HOSTILE_AB") && !getenv("PATH"));
	assert(!setenv("HOSTILE_A", "4", 0) && !strcmp(environ[0], "HOSTILE_A=4") && !environ[1]);
	char *none[] = {NULL};
	environ = none;
	assert(!getenv("HOSTILE_A") && !setenv("HOSTILE_B", "", 1) && !strcmp(environ[0], "HOSTILE_B="));
	for (int i = 0; i < 100; i++) {
		char name[] = {'N', (char)('0' + i / 10), (char)('0' + i % 10), 0};
		assert(!setenv(name, name, 1));
	}
	assert(!strcmp(getenv("N57"), "N57"));
}
