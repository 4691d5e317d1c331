/*
 * The queue of Michael and Scott (PODC 1996; CDSChecker's and GenMC's ms-queue): ENQ threads enqueue once, DEQ threads
 * dequeue once and leave when it is empty. What a node holds is plain data that is handed over.
 * drista: verified
 * drista: build -DENQ=1 -DDEQ=1
 */
#include "common.h"

static atomic_int head, tail, next[ENQ + 1]; /* node 0 is the first dummy; next: number + 1, 0: none */
static int value[ENQ + 1];

static void enqueue(int node)
{
	value[node] = node * 10;
	for (;;) {
		int last = LOAD(tail, ACQUIRE), after = LOAD(next[last], ACQUIRE), none = 0;
		if (after != 0) {
			CAS(tail, &last, after - 1); /* somebody was slower */
		} else if (CAS(next[last], &none, node + 1)) {
			CAS(tail, &last, node);
			return;
		}
	}
}

static int dequeue(void)
{
	for (;;) {
		int first = LOAD(head, ACQUIRE), last = LOAD(tail, ACQUIRE), after = LOAD(next[first], ACQUIRE);
		if (after == 0)
			return 0;
		if (first == last) {
			CAS(tail, &last, after - 1);
			continue;
		}
		int got = value[after - 1];
		if (CAS(head, &first, after - 1))
			return got;
	}
}

static void each(int me)
{
	if (me < ENQ)
		enqueue(me + 1);
	else
		dequeue();
}

int main(void)
{
	run_threads(ENQ + DEQ, each);
}
