// A log that grows from run to run: main finds other lines in it, and drista says in which file and where it was read.
// drista: refused
// drista: says did not repeat itself: fgets found other contents in /
// drista: says leftover-stream.c:25: main did not
// drista: says /growing.log than in an earlier run up to here
#include <pthread.h>
#include <stdio.h>
static void *append(void *line)
{
	FILE *file = fopen("growing.log", "a");
	fputs(line, file);
	fclose(file);
	return 0;
}
int main(void)
{
	pthread_t a, b;
	char line[16];
	int lines = 0;
	pthread_create(&a, 0, append, "one\n");
	pthread_create(&b, 0, append, "two\n");
	pthread_join(a, 0);
	pthread_join(b, 0);
	FILE *file = fopen("growing.log", "r");
	while (fgets(line, sizeof line, file))
		lines++;
	fclose(file);
	return lines == 0;
}
