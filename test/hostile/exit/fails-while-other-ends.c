// The same as fails-while-other-computes.c, optimised: the store that comes after is gone, and the other thread ends.
// drista: error assertion at fails-while-other-computes.c:15
// drista: build -O2
#include "fails-while-other-computes.c"
