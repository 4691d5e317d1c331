/*
 * Two threads append to a log: one writes a record, the other a commit once it knows of the record. One fdatasync makes
 * both durable, so a loss of power before it may leave the commit without the record: pages of a file reach the disk
 * in any order. The record needs an fdatasync of its own.
 *
 * drista: verified
 * drista: error after-crash --crash --after-crash 'test ! -s commit || grep -q record log'
 */
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t written = PTHREAD_COND_INITIALIZER;
static int is_written;

static void *record(void *unused)
{
	int log = open("log", O_WRONLY | O_CREAT, 0644);
	write(log, "record\n", 7);
	pthread_mutex_lock(&lock);
	is_written = 1;
	pthread_cond_signal(&written);
	pthread_mutex_unlock(&lock);
	fdatasync(log);
	return unused;
}

static void *commit(void *unused)
{
	int file = open("commit", O_WRONLY | O_CREAT, 0644);
	pthread_mutex_lock(&lock);
	while (!is_written)
		pthread_cond_wait(&written, &lock);
	pthread_mutex_unlock(&lock);
	write(file, "commit\n", 7);
	fdatasync(file);
	return unused;
}

int main(void)
{
	pthread_t threads[2];
	pthread_create(&threads[0], NULL, record, NULL);
	pthread_create(&threads[1], NULL, commit, NULL);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	return 0;
}
