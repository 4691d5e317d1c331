// Each of two threads sets the mask; what the second one gets depends on the order, also for the mask 0.
// drista: verified
#include <sys/stat.h>
#define CALL umask(0)
#include "helper-twice.h"
