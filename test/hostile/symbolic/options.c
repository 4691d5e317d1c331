// getopt_long follows symbolic arguments: the option is found by the beginning of its name.
// drista: error assertion at WRONG
// drista: build --symbolic
// drista: options --symbolic --symbolic=arg:2 --symbolic=arg:4
// hostile: once
#include <assert.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

int main(int count, char **arguments)
{
	static const struct option names[] = {{"fast", no_argument, NULL, 'f'}, {"size", required_argument, NULL, 's'}, {0}};
	int size = 0, fast = 0, option;
	opterr = 0;
	while ((option = getopt_long(count, arguments, "fs:", names, NULL)) != -1)
		switch (option) {
		case 'f': fast = 1; break;
		case 's': size = *optarg - '0'; break;
		default: return 0;
		}
	assert(!fast || size != 7); // WRONG
	return 0;
}
