// The allocator of the program itself is not synchronised: drista sees the race in it.
// drista: error data-race at WRONG
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char arena[1 << 20];
static size_t used;

void *malloc(size_t size)
{
	void *block = arena + used;
	used += (size + 15) & ~15ul; // WRONG
	return block;
}
void free(void *block) { assert(block == 0 || ((char *)block >= arena && (char *)block < arena + sizeof arena)); }
void *calloc(size_t count, size_t size) { return memset(malloc(count * size), 0, count * size); }
void *realloc(void *block, size_t size)
{
	void *fresh = malloc(size);
	return block ? memcpy(fresh, block, size) : fresh;
}

static void *takes(void *unused)
{
	char *block = malloc(8), *text = strdup("text"), *printed = 0;
	block[0] = 1;
	assert(asprintf(&printed, "%d", 42) == 2 && strcmp(printed, "42") == 0);
	free(printed);
	free(text);
	free(block);
	return unused;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, takes, 0);
	takes(0);
	pthread_join(t, 0);
	assert(used > 0);
	return 0;
}
