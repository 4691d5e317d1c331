// A hash table of libc is state.
// drista: error assertion
#define _GNU_SOURCE
#include <search.h>
#include <stdio.h>
#define BEFORE hcreate(16); static char names[8][2]; int n = 0
#define ROUND { names[n & 7][0] = 'a'; names[n & 7][1] = 0; ENTRY e = {names[n & 7], 0}; hsearch(e, ENTER); }
#define AFTER ENTRY e = {"a", 0}; assert(!hsearch(e, FIND))
#include "helper-rounds.h"
