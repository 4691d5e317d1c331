// Peterson's lock for ever: each gets its turn.
// drista: verified
// hostile: once
// drista: options --check progress
// drista: says the program does not end
#include "peterson.c"
