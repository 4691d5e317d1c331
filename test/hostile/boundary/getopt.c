// getopt goes on where its last call ended.
// drista: error assertion
#define _GNU_SOURCE
#include <unistd.h>
static char *words[] = {"p", "-a", "-b", "-c", "-d", 0};
#define BEFORE (void)0
#define ROUND getopt(5, words, "abcd")
#define AFTER assert(optind != 4)
#include "helper-rounds.h"
