/* Two jobs for a thread of Redis's bio.c: all of them are done once none is pending. */
#include "server.h"
#include "bio.h"
#include <assert.h>

struct server server;
static int freed;

static void release(void *args[])
{
	free(args[0]);
	freed++;
}

int main(void)
{
	bioInit();
	for (int i = 0; i < 2; i++)
		bioCreateLazyFreeJob(release, 1, malloc(1));
	while (bioWaitStepOfType(BIO_LAZY_FREE) != 0)
		;
	assert(freed == 2);
	return 0;
}
