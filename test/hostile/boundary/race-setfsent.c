// Two threads open the list of file systems, which they share.
// drista: error data-race
#include <fstab.h>
#define CALL setfsent()
#include "helper-twice.h"
