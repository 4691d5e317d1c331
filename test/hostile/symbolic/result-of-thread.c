// The result of a C11 thread's routine depends on the input. thrd_join stores it.
// drista: error assertion at WRONG
// drista: build --symbolic
// drista: options --symbolic --symbolic=stdin:1
// hostile: once
// drista: says unsigned char stdin[] = { 0x4d };
#include <assert.h>
#include <stdio.h>
#include <threads.h>

static int first(void *bytes)
{
	return *(unsigned char *)bytes;
}

int main(void)
{
	unsigned char byte[1];
	thrd_t t;
	int result;
	if (fread(byte, 1, 1, stdin) != 1 || thrd_create(&t, first, byte) != thrd_success)
		return 1;
	thrd_join(t, &result);
	assert(result != 0x4d); // WRONG
	return 0;
}
