/* Messages of the runtime, and the end of its process (say.h). */
#include "prim/say.h"
#include "prim/base.h"

#include <sys/syscall.h>
#include <unistd.h>

void dr_leave(int code)
{
	for (;;)
		syscall(SYS_exit_group, code);
}

/*
 * The number of bytes of a control or invisible character at `c`, as in src/report/printable.ts; 0: none begins here.
 * UTF-8: C1 is U+0080 to U+009F, then come those of general punctuation (U+200B to U+200F, U+2028 to U+202E, U+2060 to
 * U+206F), U+FEFF, and tags (U+E0000 to U+E007F).
 */
static unsigned hidden(const unsigned char *c)
{
	if (*c < ' ' || *c == 127)
		return 1;
	if (*c == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0)
		return 2;
	if (*c == 0xe2 && c[1] == 0x80 && ((c[2] >= 0x8b && c[2] <= 0x8f) || (c[2] >= 0xa8 && c[2] <= 0xae)))
		return 3;
	if ((*c == 0xe2 && c[1] == 0x81 && c[2] >= 0xa0 && c[2] <= 0xaf) ||
		(*c == 0xef && c[1] == 0xbb && c[2] == 0xbf))
		return 3;
	if (*c == 0xf3 && c[1] == 0xa0 && (c[2] == 0x80 || c[2] == 0x81) && c[3])
		return 4;
	return 0;
}

void dr_say(const char *text)
{
	static const char digit[] = "0123456789abcdef";
	char line[4096];
	size_t n = 0;
	for (const unsigned char *c = (const unsigned char *)text; *c && n + 20 < sizeof line;) {
		unsigned bytes = hidden(c);
		if (!bytes)
			line[n++] = (char)*c++;
		for (; bytes; bytes--, c++) {
			line[n++] = '\\';
			line[n++] = 'x';
			line[n++] = digit[*c >> 4];
			line[n++] = digit[*c & 15];
		}
	}
	struct {
		const char *text;
		size_t length;
	} part[] = {{"drista: ", 8}, {line, n}, {"\n", 1}};
	syscall(SYS_writev, 2, part, 3);
}
