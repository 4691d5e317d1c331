// The standard exempts only formatted and unformatted output ([iostream.objects.overview]): width() races.
// drista: error data-race
#include <iostream>
#define CALL std::cout.width(std::cout.width() + 1)
#include "helper-twice.h"
