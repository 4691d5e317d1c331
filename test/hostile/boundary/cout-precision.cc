// As cout-width.cc: the precision.
// drista: error assertion
#include <iostream>
#define BEFORE (void)0
#define ROUND std::cout.precision(std::cout.precision() + 1)
#define AFTER assert(std::cout.precision() != 9)
#include "helper-rounds.h"
