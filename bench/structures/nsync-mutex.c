/* The mutex of nsync. */
#include <nsync.h>

#define LOCK nsync_mu
#define INIT nsync_mu_init
#define ACQUIRE nsync_mu_lock
#define RELEASE nsync_mu_unlock
#include "lock.h"
