// A setting of the process is state.
// drista: error assertion
#define _GNU_SOURCE
#include <sys/prctl.h>
#define BEFORE prctl(PR_SET_TIMERSLACK, 1000, 0, 0, 0)
#define ROUND prctl(PR_SET_TIMERSLACK, prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0) + 1000, 0, 0, 0)
#define AFTER assert(prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0) != 4000)
#include "helper-rounds.h"
