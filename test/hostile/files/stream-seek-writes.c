// fseek writes what is in the buffer: who reads before sees nothing, who reads later sees it, and never the second
// number alone.
// hostile: long
// drista: verified
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
static void *work(void *arg)
{
	FILE *file = fopen("data", "r+");
	fputs("12", file);
	fseek(file, 0, SEEK_SET);
	fputs("3", file);
	fclose(file);
	return arg;
}
int main(void)
{
	pthread_t t;
	char all[8] = "";
	fclose(fopen("data", "w"));
	pthread_create(&t, 0, work, 0);
	FILE *file = fopen("data", "r");
	fgets(all, sizeof all, file);
	fclose(file);
	pthread_join(t, 0);
	assert(!*all || !strcmp(all, "12") || !strcmp(all, "32"));
	return 0;
}
