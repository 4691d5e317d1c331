// Each thread uses temporary files of its own: in one way only.
// hostile: long
// drista: verified
// drista: says (1 execution,
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static void *work(void *arg)
{
	char name[] = "dataXXXXXX", line[4] = "";
	int fd = mkstemp(name);
	assert(fd >= 0 && write(fd, "abc", 3) == 3);
	FILE *file = tmpfile();
	fputs("hi", file);
	rewind(file);
	assert(fgets(line, sizeof line, file) && strcmp(line, "hi") == 0);
	fclose(file);
	close(fd);
	unlink(name);
	return arg;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, work, 0);
	pthread_create(&b, 0, work, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
