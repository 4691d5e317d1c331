/*
 * Vyukov's bounded queue with a turn for every place (CDSChecker's and GenMC's mpmc): PUT threads put once, GET threads
 * get once; who finds it full or empty leaves. Two places.
 * drista: verified
 * drista: build -DPUT=1 -DGET=1
 */
#include "common.h"

#define SIZE 2

static int ring[SIZE];
static atomic_int turn[SIZE] = {0, 1}, put_at, get_at;

/* Takes the next place at which the turn is `lag` ahead; -1: there is none. */
static int claim(atomic_int *counter, int lag)
{
	int at = LOAD(*counter, RELAXED);
	for (;;) {
		int ahead = LOAD(turn[at % SIZE], ACQUIRE) - at - lag;
		if (ahead < 0)
			return -1;
		if (ahead > 0)
			at = LOAD(*counter, RELAXED);
		else if (atomic_compare_exchange_strong_explicit(counter, &at, at + 1, RELAXED, RELAXED))
			return at;
	}
}

static void put(int value)
{
	int at = claim(&put_at, 0);
	if (at < 0)
		return;
	ring[at % SIZE] = value;
	STORE(turn[at % SIZE], at + 1, RELEASE);
}

static int get(void)
{
	int at = claim(&get_at, 1);
	if (at < 0)
		return 0;
	int value = ring[at % SIZE];
	STORE(turn[at % SIZE], at + SIZE, RELEASE);
	return value;
}

static void each(int me)
{
	if (me < PUT)
		put(me + 1);
	else
		get();
}

int main(void)
{
	run_threads(PUT + GET, each);
}
