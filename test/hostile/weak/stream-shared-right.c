// Two threads put to one stream, which locks itself; main closes it after both: right.
// drista: verified
#include <pthread.h>
#include <stdio.h>

static FILE *file;

static void *puts_line(void *text)
{
	fputs(text, file);
	fprintf(file, "%s", (char *)text);
	return NULL;
}

int main(void)
{
	pthread_t one, two;
	file = fopen("shared.txt", "w");
	pthread_create(&one, NULL, puts_line, "one\n");
	pthread_create(&two, NULL, puts_line, "two\n");
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	fclose(file);
}
