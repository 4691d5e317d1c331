// One thread closes a stream while another one reads from it.
// drista: error data-race at WRONG
#include <pthread.h>
#include <stdio.h>

static FILE *file;

static void *reads_line(void *unused)
{
	char line[9];
	fgets(line, sizeof line, file); // WRONG
	return unused;
}

int main(void)
{
	pthread_t thread;
	file = fopen("/etc/hostname", "r");
	pthread_create(&thread, NULL, reads_line, NULL);
	fclose(file);
	pthread_join(thread, NULL);
}
