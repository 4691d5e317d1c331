/* What bio.c of Redis uses of the server, for main.c in this folder. It comes before Redis's own server.h. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "adlist.h"
#include "atomicvar.h"
#include "zmalloc.h"

#define C_OK 0
#define C_ERR -1
#define LL_WARNING 3
#define UNUSED(x) ((void)(x))
#define serverLog(...) ((void)0)
#define serverPanic(...) abort()
#define serverAssert(e) ((e) ? (void)0 : abort())
#define redis_set_thread_title(name) ((void)0)
#define redisSetCpuAffinity(list) ((void)0)
#define makeThreadKillable() ((void)0)
#define redis_fsync fsync

struct server {
	redisAtomic int aof_bio_fsync_status, aof_bio_fsync_errno;
};
extern struct server server;
