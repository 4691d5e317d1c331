// The width of a standard stream is state, though << may be called at the same time.
// drista: error assertion
#include <iostream>
#define BEFORE (void)0
#define ROUND std::cout.width(std::cout.width() + 1)
#define AFTER assert(std::cout.width() != 3)
#include "helper-rounds.h"
