/*
 * A file is replaced by a new one that is written beside it and then renamed. Nothing makes the new file's contents
 * durable before its name, so a loss of power may leave an empty file under the name: neither the old contents nor the
 * new ones (Linux rename(2), fsync(2)).
 *
 * drista: verified
 * drista: error after-crash --crash --after-crash 'test ! -e settings || grep -qx new settings'
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static void *save(void *unused)
{
	int file = open("settings.new", O_WRONLY | O_CREAT | O_TRUNC, 0644);
	if (file < 0 || write(file, "new\n", 4) != 4)
		return unused;
	close(file);
	rename("settings.new", "settings");
	return NULL;
}

int main(void)
{
	pthread_t saver;
	pthread_create(&saver, NULL, save, NULL);
	pthread_join(saver, NULL);
	return 0;
}
