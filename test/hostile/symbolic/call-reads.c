// What a call of libc reads is made concrete, each value a path; what it writes then follows from that.
// drista: error assertion at WRONG
// drista: build --symbolic -fno-builtin
// drista: options --symbolic
// hostile: once
// drista: says unsigned char kind[] = { 0x02 };
#include <assert.h>
#include <drista.h>
#include <pthread.h>

int main(void)
{
	unsigned char kind;
	int type;
	pthread_mutexattr_t attributes;
	drista_symbolic(&kind, sizeof kind, "kind");
	drista_assume(kind < 3);
	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, kind);
	pthread_mutexattr_gettype(&attributes, &type);
	assert(type != PTHREAD_MUTEX_ERRORCHECK); // WRONG
	return 0;
}
