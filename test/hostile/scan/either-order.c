// Which of two threads gets the first number is open.
// drista: error assertion
#define CLAIM (a > b)
#include "two-readers.c"
