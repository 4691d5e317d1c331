// The name of a source file, as the program gives it, has control characters and empty lines: a race is still told in
// its place.
// drista: error data-race
// drista: says evil\x1b[2J\n\nmain\n.c:14
#include <pthread.h>
static int g;
static void *t(void *x)
{
	g = 1;
	return x;
}
#line 10 "evil\033[2J\n\nmain\n.c"
int main(void)
{
	pthread_t a;
	pthread_create(&a, 0, t, 0);
	g = 2;
	return pthread_join(a, 0);
}
