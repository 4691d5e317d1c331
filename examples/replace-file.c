/*
 * A file is replaced by a new one that is written beside it and then renamed, as in replace-file-bug.c, but durably:
 * the new file's contents are on the disk before its name is, and the name is there when the thread ends.
 *
 * drista: verified
 * drista: verified --crash --after-crash 'test ! -e settings || grep -qx new settings'
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static void *save(void *unused)
{
	int file = open("settings.new", O_WRONLY | O_CREAT | O_TRUNC, 0644);
	if (file < 0 || write(file, "new\n", 4) != 4 || fsync(file) != 0)
		return unused;
	close(file);
	if (rename("settings.new", "settings") != 0)
		return unused;
	int folder = open(".", O_RDONLY);
	if (folder >= 0)
		fsync(folder);
	return NULL;
}

int main(void)
{
	pthread_t saver;
	pthread_create(&saver, NULL, save, NULL);
	pthread_join(saver, NULL);
	return 0;
}
