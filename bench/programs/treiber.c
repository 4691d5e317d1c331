/*
 * Treiber's stack (1986; CDSChecker's and GenMC's benchmarks): PUSH threads push a node each, POP threads pop once and
 * leave when it is empty. Shows loops of compare-exchange that try again.
 * drista: verified
 * drista: build -DPUSH=2 -DPOP=1
 */
#include "common.h"

static atomic_int top, next[PUSH + 1]; /* numbers of nodes, from 1; 0: none */

static void push(int node)
{
	int old;
	do {
		old = LOAD(top, ACQUIRE);
		STORE(next[node], old, RELAXED);
	} while (!CAS(top, &old, node));
}

static int pop(void)
{
	for (;;) {
		int node = LOAD(top, ACQUIRE);
		if (node == 0)
			return 0;
		int below = LOAD(next[node], RELAXED);
		if (CAS(top, &node, below))
			return node;
	}
}

static void each(int me)
{
	if (me < PUSH)
		push(me + 1);
	else
		pop();
}

int main(void)
{
	run_threads(PUSH + POP, each);
}
