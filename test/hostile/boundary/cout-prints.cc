// What is printed is no state: the loop only waits.
// drista: verified
#include <iostream>
#define BEFORE (void)0
#define ROUND std::cout << "waiting" << std::endl
#define AFTER (void)0
#include "helper-rounds.h"
