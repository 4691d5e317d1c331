/* Locks of Concurrency Kit: the one that KIND names. */
#include <ck_spinlock.h>

#define JOINED(KIND, NAME) ck_spinlock_##KIND##_##NAME
#define OF(KIND, NAME) JOINED(KIND, NAME)
#define LOCK OF(KIND, t)
#define INIT OF(KIND, init)
#define ACQUIRE OF(KIND, lock)
#define RELEASE OF(KIND, unlock)
#include "lock.h"
