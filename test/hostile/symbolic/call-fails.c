// A call that fails writes nothing: what is where it might have written is still the input.
// drista: error assertion at WRONG
// drista: build --symbolic
// drista: options --symbolic
// hostile: once
// drista: says unsigned char text[] = { 0x78
#include <assert.h>
#include <drista.h>
#include <sys/stat.h>

int main(void)
{
	struct stat status;
	drista_symbolic(&status.st_uid, 1, "text");
	assert(stat("/no/such/file", &status) == -1);
	assert((unsigned char)status.st_uid != 'x'); // WRONG
	return 0;
}
