// Formatted output from several threads is no race ([iostream.objects.overview]).
// drista: verified
#include <iostream>
#define CALL std::cout << "text" << 1 << 2.5 << std::endl
#include "helper-twice.h"
