// Two threads use the variants of functions that keep nothing between calls: nothing races.
// drista: verified
// drista: build -D_GNU_SOURCE -lm
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>

static void *calls(void *unused)
{
	time_t moment = 5;
	struct tm tm;
	char text[64], words[] = "a b", *rest = words;
	wchar_t wide[16];
	unsigned seed = 3;
	double sine, cosine;
	mbstate_t state = {0};
	const char *from = "abc";
	asctime_r(gmtime_r(&moment, &tm), text);
	strsep(&rest, " ");
	rand_r(&seed);
	sincos(1.5, &sine, &cosine);
	mbsrtowcs(wide, &from, 16, &state);
	swprintf(wide, 16, L"%d", 5);
	return strerror_r(1234, text, sizeof text) ? unused : NULL;
}

int main(void)
{
	pthread_t thread;
	pthread_create(&thread, NULL, calls, NULL);
	calls(NULL);
	pthread_join(thread, NULL);
}
