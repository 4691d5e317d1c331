// Two threads make the same symbolic link, to different files: the first one decides what it stands for.
// drista: error assertion
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#define LINK "symlink-what.link"

static char target[16];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *make(void *letter)
{
	pthread_mutex_lock(&lock);
	target[0] = *(char *)letter;
	symlink(target, LINK);
	pthread_mutex_unlock(&lock);
	return 0;
}

int main(void)
{
	pthread_t a, b;
	char found[16] = {0};
	unlink(LINK);
	pthread_create(&a, 0, make, "a");
	pthread_create(&b, 0, make, "b");
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(readlink(LINK, found, sizeof found) == 1);
	unlink(LINK);
	assert(found[0] == 'b');
	return 0;
}
