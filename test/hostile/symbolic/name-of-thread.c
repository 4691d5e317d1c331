// The name of a thread has at most 15 bytes. It is what the program has given.
// drista: error assertion at WRONG
// drista: build --symbolic
// drista: options --symbolic --keep-going
// hostile: once
// drista: says unsigned char name[] = { 0x68, 0x69, 0x00
// drista: error assertion at name-of-thread.c:22
#define _GNU_SOURCE
#include <assert.h>
#include <drista.h>
#include <pthread.h>
#include <string.h>

int main(void)
{
	char name[20], found[16];
	drista_symbolic(name, sizeof name, "name");
	name[sizeof name - 1] = 0;
	int error = pthread_setname_np(pthread_self(), name);
	if (error == 0)
		pthread_getname_np(pthread_self(), found, sizeof found);
	assert(error == 0);
	assert(error || strcmp(found, "hi") != 0); // WRONG
	return 0;
}
