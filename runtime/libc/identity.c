/*
 * Calls that change whose rights the process has (POSIX.1-2017 setuid and the like). Threads see it in the order of
 * system calls, which drista does not record. So they are for main before it creates threads. Weak, as in strtok.c.
 */
#include "fiber/fiber.h"
#include "memory/interposed.h"

#include <grp.h>
#include <sys/fsuid.h>
#include <unistd.h>

/* libc's function, as long as there is one thread. */
#define WHILE_ALONE(name, parameters, given) \
	WEAK int name parameters; \
	int name parameters \
	{ \
		REAL(name); \
		if (dr_self && (dr_self->number || dr_self->children)) \
			dr_unsupported_at(#name " after threads were created", DR_SITE); \
		return real given; \
	}

WHILE_ALONE(setuid, (uid_t id), (id))
WHILE_ALONE(seteuid, (uid_t id), (id))
WHILE_ALONE(setreuid, (uid_t id, uid_t effective), (id, effective))
WHILE_ALONE(setresuid, (uid_t id, uid_t effective, uid_t saved), (id, effective, saved))
WHILE_ALONE(setfsuid, (uid_t id), (id))
WHILE_ALONE(setgid, (gid_t id), (id))
WHILE_ALONE(setegid, (gid_t id), (id))
WHILE_ALONE(setregid, (gid_t id, gid_t effective), (id, effective))
WHILE_ALONE(setresgid, (gid_t id, gid_t effective, gid_t saved), (id, effective, saved))
WHILE_ALONE(setfsgid, (gid_t id), (id))
WHILE_ALONE(setgroups, (size_t count, const gid_t *groups), (count, groups))
WHILE_ALONE(initgroups, (const char *user, gid_t group), (user, group))
