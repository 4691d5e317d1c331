/** Programs with loops that wait, and how many executions each has: iterations that come to nothing are none. */

/** Threads that run `each` with the numbers from 0, `n` of them; main waits for their ends. */
function threads(n: number, declarations: string): string {
  return `#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#define RELAXED memory_order_relaxed
#define ACQUIRE memory_order_acquire
#define RELEASE memory_order_release
${declarations}
static void *run(void *number) { each((int)(long)number); return NULL; }
int main(void)
{
	pthread_t t[${n}];
	for (long i = 0; i < ${n}; i++) pthread_create(&t[i], NULL, run, (void *)i);
	for (int i = 0; i < ${n}; i++) pthread_join(t[i], NULL);
	return 0;
}
`;
}

export interface WaitingProgram {
  readonly name: string;
  readonly text: string;
  readonly executions: number;
  /** How many at most, where registers and bytes of the stack hold something else in the first iterations. */
  readonly atMost?: number;
  /** Under the observational equivalence. */
  readonly onlyByValue?: boolean;
}

export const waitingPrograms: readonly WaitingProgram[] = [
  {
    // The order of the tickets.
    name: 'ticket lock, four threads',
    executions: 24,
    text: threads(
      4,
      `static atomic_int tickets, serving; static int data;
static void each(int me)
{
	(void)me;
	int mine = atomic_fetch_add_explicit(&tickets, 1, RELAXED);
	while (atomic_load_explicit(&serving, ACQUIRE) != mine) {}
	data++;
	atomic_store_explicit(&serving, mine + 1, RELEASE);
}`,
    ),
  },
  {
    // A thread sees the flag when it is up, whatever it was before.
    name: 'a flag that comes up in steps, two threads wait',
    executions: 1,
    text: threads(
      3,
      `static atomic_int x; static int data;
static void each(int me)
{
	if (me == 0) {
		data = 1;
		for (int i = 1; i <= 4; i++) atomic_store_explicit(&x, i, RELEASE);
		return;
	}
	while (atomic_load_explicit(&x, ACQUIRE) != 4) {}
	(void)*(volatile int *)&data;
}`,
    ),
  },
  {
    // In another function, by a pointer, with a count that nobody needs.
    name: 'a flag that a function waits for',
    executions: 2,
    text: threads(
      2,
      `static atomic_int x, y;
static int look(atomic_int *at) { int now = atomic_load(at); return now; }
static void await(atomic_int *at, int value)
{
	for (int looks = 0; look(at) != value; looks++) {}
}
static void each(int me)
{
	if (me == 0) {
		for (int i = 1; i <= 3; i++) atomic_store(&x, i);
		atomic_store(&y, 1);
	} else {
		await(&x, 3);
		(void)atomic_load(&y);
	}
}`,
    ),
  },
  {
    // The order of the threads. By rf it also counts which release the load before the exchange has seen.
    name: 'test and test-and-set, three threads',
    executions: 6,
    onlyByValue: true,
    text: threads(
      3,
      `static atomic_bool taken; static int data;
static void each(int me)
{
	(void)me;
	for (;;) {
		while (atomic_load_explicit(&taken, RELAXED)) {}
		if (!atomic_exchange_explicit(&taken, true, ACQUIRE)) break;
	}
	data++;
	atomic_store_explicit(&taken, false, RELEASE);
}`,
    ),
  },
  {
    // The reader may see the first data or the second; the writer's number in between is none to go on with.
    name: 'sequence lock',
    executions: 2,
    text: threads(
      2,
      `static atomic_int seq, a, b;
static void each(int me)
{
	if (me == 0) {
		atomic_store(&seq, 1); atomic_store(&a, 1); atomic_store(&b, 1); atomic_store(&seq, 2);
		return;
	}
	for (;;) {
		int before = atomic_load(&seq), x, y;
		if (before & 1) continue;
		x = atomic_load(&a); y = atomic_load(&b);
		if (atomic_load(&seq) == before && x == y) break;
	}
}`,
    ),
  },
  {
    // What is seen once is needed: the loop makes progress without writing. It sees 1 and 2, or 2 alone.
    name: 'two values, one after the other',
    executions: 2,
    text: threads(
      2,
      `static atomic_int x;
static void each(int me)
{
	if (me == 0) {
		atomic_store(&x, 1); atomic_store(&x, 2);
		return;
	}
	for (int seen = 0; seen != 2;) {
		int now = atomic_load(&x);
		if (now == seen + 1 || now == 2) seen = now;
	}
}`,
    ),
  },
  {
    // The function that looks is called anew in each iteration. Both functions have variables that others could see,
    // more than there are registers for arguments.
    name: 'a loop around a call, with variables in memory',
    executions: 2,
    text: threads(
      2,
      `static atomic_int x, y;
static void from(atomic_int *at, int *into, int *one, int *two)
{
	int own = 0, other = 1; int *places[2] = {&own, &other};
	*places[0] = atomic_load(at); *into = own; *one = *two = other;
}
static void each(int me)
{
	if (me == 0) {
		for (int i = 1; i <= 3; i++) atomic_store(&x, i);
		atomic_store(&y, 1);
		return;
	}
	int now = 0, one = 0, two = 0;
	do { now = one = two = 0; from(&x, &now, &one, &two); } while (now != 3);
	(void)atomic_load(&y);
}`,
    ),
  },
  {
    // Of an array whose size is not fixed the pass says nothing: the caller's state is its registers and bytes.
    name: 'a loop in a caller of which nothing is announced',
    executions: 1,
    atMost: 3,
    text: threads(
      2,
      `static atomic_int x;
static int look(atomic_int *at) { int now = atomic_load(at); return now; }
static void await(int n)
{
	volatile int sizes[n];
	sizes[0] = 1;
	while (look(&x) != sizes[0]) {}
}
static void each(int me)
{
	if (me == 0) atomic_store(&x, 1);
	else await(1);
}`,
    ),
  },
  {
    // What the caller gives to the function is not needed after it, and not by its look: all iterations are the same.
    name: 'an argument that only the function uses, before it looks',
    executions: 1,
    text: threads(
      2,
      `static atomic_int x, y;
static int look(int last) { if (last < 0) atomic_store(&y, 1); int now = atomic_load(&x); return now; }
static void each(int me)
{
	if (me == 0) { for (int i = 1; i <= 4; i++) atomic_store(&x, i); return; }
	int now = 0;
	do now = look(now); while (now != 4);
}`,
    ),
  },
  {
    // No loop: the number of each read, and what the first one returned, must not look like a place of the other kind.
    name: 'reads one after the other, of values as small as the numbers of the reads',
    executions: 17,
    text: threads(
      2,
      `static atomic_int x;
static void each(int me)
{
	if (me == 0) {
		atomic_load(&x); atomic_load(&x);
		atomic_store(&x, 1); atomic_store(&x, 2);
		return;
	}
	int first = atomic_load(&x);
	atomic_load(&x); atomic_load(&x); atomic_load(&x);
	atomic_store(&x, first + 1);
}`,
    ),
  },
  {
    // A pointer that is read as an integer of its size, and kept in a variable meanwhile.
    name: 'a pointer that changes in steps, one thread waits for the last',
    executions: 1,
    text: threads(
      2,
      `static int data[3]; static _Atomic(int *) p;
static void each(int me)
{
	if (me == 0) {
		for (int i = 0; i < 3; i++) atomic_store_explicit(&p, &data[i], RELAXED);
		return;
	}
	int *now;
	while ((now = atomic_load_explicit(&p, RELAXED)) != &data[2]) {}
}`,
    ),
  },
  {
    // The last pointer that was seen is needed: it sees both one after the other, or the second one alone.
    name: 'two pointers, one after the other',
    executions: 2,
    text: threads(
      2,
      `static int data[3]; static _Atomic(int *) p = &data[0];
static void each(int me)
{
	if (me == 0) {
		atomic_store(&p, &data[1]); atomic_store(&p, &data[2]);
		return;
	}
	for (int *seen = &data[0]; seen != &data[2];) {
		int *now = atomic_load(&p);
		if (now == seen + 1 || now == &data[2]) seen = now;
	}
}`,
    ),
  },
  {
    // For both orders of the threads: the first one meets nobody, sees its successor at once, or waits for it.
    name: 'queue lock (MCS), two threads',
    executions: 6,
    text: threads(
      2,
      `struct node { _Atomic(struct node *) next; atomic_bool waits; };
static struct node nodes[2]; static _Atomic(struct node *) last; static int data;
static void each(int number)
{
	struct node *me = &nodes[number], *before, *next;
	atomic_store_explicit(&me->waits, true, RELAXED);
	before = atomic_exchange(&last, me);
	if (before) {
		atomic_store_explicit(&before->next, me, RELEASE);
		while (atomic_load_explicit(&me->waits, ACQUIRE)) {}
	}
	data++;
	if (!(next = atomic_load_explicit(&me->next, ACQUIRE))) {
		struct node *expected = me;
		if (atomic_compare_exchange_strong(&last, &expected, NULL)) return;
		while (!(next = atomic_load_explicit(&me->next, ACQUIRE))) {}
	}
	atomic_store_explicit(&next->waits, false, RELEASE);
}`,
    ),
  },
  {
    name: 'a floating-point number that changes in steps, one thread waits for the last',
    executions: 1,
    text: threads(
      2,
      `static _Atomic double x;
static void each(int me)
{
	if (me == 0) for (int i = 1; i <= 3; i++) atomic_store(&x, i);
	else while (atomic_load(&x) < 3) {}
}`,
    ),
  },
];
