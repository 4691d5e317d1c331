// Main looks at plain data in a loop, and the thread that changes it reads plain data before: the race is found in
// whichever order.
// drista: error data-race
#include <pthread.h>
static struct {
	unsigned head, tail;
} ring;
static void *produces(void *unused)
{
	for (int i = 0; i < 2; i++)
		if (((volatile unsigned *)&ring.head)[0] + 3 > ((volatile unsigned *)&ring.tail)[0])
			((volatile unsigned *)&ring.tail)[0]++;
	return unused;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, produces, 0);
	for (int i = 0; i < 2; i++) {
		while (((volatile unsigned *)&ring.head)[0] == ((volatile unsigned *)&ring.tail)[0])
			;
		((volatile unsigned *)&ring.head)[0]++;
	}
	pthread_join(t, 0);
	return 0;
}
