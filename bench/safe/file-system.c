/*
 * The file system of Flanagan and Godefroid (Dynamic partial-order reduction for model checking software, POPL 2005),
 * for ever: each thread finds a block for its inode, and gives it back. LOCKED: with mutexes. Otherwise synchronisation
 * is only declared, by drista_assume, and a schedule has to bring it about.
 */
#include "common.h"

static int inode[INODES], busy[BLOCKS];

#ifdef LOCKED
static pthread_mutex_t locki[INODES], lockb[BLOCKS];
#define ENTER(lock) pthread_mutex_lock(&lock)
#define LEAVE(lock) pthread_mutex_unlock(&lock)
#else
static atomic_int locki[INODES], lockb[BLOCKS];
#define ENTER(users) drista_assume(atomic_fetch_add(&users, 1) == 0)
#define LEAVE(users) atomic_fetch_sub(&users, 1)
#endif

static void *work(void *me)
{
	int i = (int)(intptr_t)me % INODES;
	for (;;) {
		ENTER(locki[i]);
		if (inode[i] == 0) {
			for (int b = (i * 2) % BLOCKS;; b = (b + 1) % BLOCKS) {
				ENTER(lockb[b]);
				int found = !busy[b];
				if (found) {
					busy[b] = 1;
					inode[i] = b + 1;
				}
				LEAVE(lockb[b]);
				if (found)
					break;
			}
		} else {
			int b = inode[i] - 1;
			ENTER(lockb[b]);
			busy[b] = 0;
			inode[i] = 0;
			LEAVE(lockb[b]);
		}
		LEAVE(locki[i]);
		COUNT((intptr_t)me);
	}
	return NULL;
}

int main(void)
{
#ifdef LOCKED
	for (int i = 0; i < INODES; i++)
		pthread_mutex_init(&locki[i], NULL);
	for (int b = 0; b < BLOCKS; b++)
		pthread_mutex_init(&lockb[b], NULL);
#endif
	for (int t = 0; t < THREADS; t++)
		start_thread(work, t);
	return finish();
}
