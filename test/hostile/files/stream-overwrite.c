// Two threads write at the beginning of one file, each with a stream of its own ("r+"): one text is there, whole.
// drista: verified
// drista: says (2 executions,
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
static void *overwrite(void *text)
{
	FILE *file = fopen("data", "r+");
	fwrite(text, 1, 2, file);
	fputs((char *)text + 2, file);
	fclose(file);
	return 0;
}
int main(void)
{
	pthread_t a, b;
	char all[16] = "";
	fclose(fopen("data", "w"));
	pthread_create(&a, 0, overwrite, "one\n");
	pthread_create(&b, 0, overwrite, "two\n");
	pthread_join(a, 0);
	pthread_join(b, 0);
	FILE *file = fopen("data", "r");
	assert(fread(all, 1, sizeof all, file) == 4);
	fclose(file);
	assert(strcmp(all, "one\n") == 0 || strcmp(all, "two\n") == 0);
	return 0;
}
