// A structure is copied by memcpy, which glibc's fortified headers make a builtin that gcc writes out at -O2.
// drista: error data-race at WRONG
// drista: build --drista-compiler=gcc -O2 -D_FORTIFY_SOURCE=2
#include <pthread.h>
#include <string.h>

struct record {
	long fields[7];
};
static struct record shared;

static void *writes(void *unused)
{
	shared.fields[3] = 1; // WRONG
	return unused;
}

int main(void)
{
	pthread_t thread;
	struct record copy;
	pthread_create(&thread, NULL, writes, NULL);
	memcpy(&copy, &shared, sizeof copy);
	pthread_join(thread, NULL);
	return copy.fields[0] != 0;
}
