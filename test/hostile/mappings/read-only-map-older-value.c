// Under --races ignore a read may return an older value, which cannot be put where the program may not write.
// drista: refused
// drista: options --races ignore
// drista: says an older value, under --races ignore, of memory that is read-only (--model sc has none)
#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>

static int *here, *there, seen;

static void *reads(void *unused)
{
	seen = here[0] + here[0];
	return unused;
}

int main(void)
{
	FILE *file = tmpfile();
	fputs("0123456789", file);
	fflush(file);
	here = mmap(0, 4096, PROT_READ, MAP_SHARED, fileno(file), 0);
	there = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(file), 0);
	pthread_t t;
	pthread_create(&t, 0, reads, 0);
	there[0] = 1;
	pthread_join(t, 0);
	return 0;
}
