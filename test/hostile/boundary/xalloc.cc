// Each call returns another index.
// drista: error assertion
#include <iostream>
#define BEFORE int begin = std::ios_base::xalloc()
#define ROUND std::ios_base::xalloc()
#define AFTER assert(std::ios_base::xalloc() != begin + 4)
#include "helper-rounds.h"
