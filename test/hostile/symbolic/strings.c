// What functions of <string.h> say about symbolic text agrees with each other.
// drista: verified
// drista: build --symbolic
// drista: options --symbolic
// hostile: once
#include <assert.h>
#include <drista.h>
#include <string.h>

int main(void)
{
	char text[4], copy[4];
	drista_symbolic(text, sizeof text, "text");
	text[3] = 0;
	size_t length = strlen(text);
	int order = strcmp(text, "b");
	assert(order != 0 || length == 1);
	assert(order <= 0 || text[0] == 'b' ? 1 : (unsigned char)text[0] > 'b');
	strncpy(copy, text, 3);
	copy[3] = 0;
	assert(memcmp(copy, text, length + 1) == 0);
	char *last = strrchr(text, 'q');
	assert(last == NULL ? memchr(text, 'q', length) == NULL : *last == 'q');
	assert(strchr(text, 'q') == NULL || strchr(text, 'q') <= last);
	return 0;
}
