// Two threads write with writev to two pipes at the same time: each gets what is its own.
// drista: verified
#include <assert.h>
#include <pthread.h>
#include <sys/uio.h>
#include <unistd.h>
static int a[2], b[2];
static void *other(void *arg)
{
	struct iovec v[2] = {{"B", 1}, {"b", 1}};
	writev(b[1], v, 2);
	return arg;
}
int main(void)
{
	pthread_t t;
	char c[2], d;
	if (pipe(a) || pipe(b))
		return 1;
	pthread_create(&t, 0, other, 0);
	struct iovec v[2] = {{"A", 1}, {"a", 1}}, in[2] = {{c, 1}, {c + 1, 1}};
	writev(a[1], v, 2);
	assert(readv(a[0], in, 2) == 2);
	assert(c[0] == 'A' && c[1] == 'a');
	assert(read(b[0], &d, 1) == 1 && d == 'B');
	pthread_join(t, 0);
	return 0;
}
