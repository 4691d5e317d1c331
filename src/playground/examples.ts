/** Programs to begin with. Each also compiles with `drista cc`, or is taken by `drista litmus`. */

export interface PlaygroundExample {
  readonly name: string;
  readonly text: string;
}

const includes = `#include <assert.h>
#include <drista.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
`;

/** A main that runs the functions in a thread each, in order, and then does something else. */
function main(functions: readonly string[], last = ''): string {
  const ids = functions.map((_, i) => 'abcd'[i]);
  return `
int main(void)
{
	pthread_t ${ids.join(', ')};
${functions.map((f, i) => `	pthread_create(&${ids[i]}, NULL, ${f}, NULL);\n`).join('')}${ids
    .map((id) => `	pthread_join(${id}, NULL);\n`)
    .join('')}${last}	return 0;
}
`;
}

export const examples: readonly PlaygroundExample[] = [
  {
    name: 'Store buffering: may both threads read 0?',
    text: `${includes}
atomic_int x, y;

void *left(void *unused)
{
	atomic_store_explicit(&x, 1, memory_order_release);
	drista_observe("r1", atomic_load_explicit(&y, memory_order_acquire));
	return unused;
}

void *right(void *unused)
{
	atomic_store_explicit(&y, 1, memory_order_release);
	drista_observe("r2", atomic_load_explicit(&x, memory_order_acquire));
	return unused;
}
${main(['left', 'right'])}`,
  },
  {
    name: 'Message passing with a relaxed flag: a data race',
    text: `${includes}
int message;
atomic_int ready;

void *sender(void *unused)
{
	message = 42;
	atomic_store_explicit(&ready, 1, memory_order_relaxed); /* release mends it */
	return unused;
}

void *receiver(void *unused)
{
	if (atomic_load_explicit(&ready, memory_order_acquire))
		assert(message == 42);
	return unused;
}
${main(['sender', 'receiver'])}`,
  },
  {
    name: 'A counter without a mutex: a lost update',
    text: `${includes}
atomic_int counter;

void *count(void *unused)
{
	int before = counter; /* counter++ is one update, these are two */
	counter = before + 1;
	return unused;
}
${main(['count', 'count'], '\tassert(counter == 2);\n')}`,
  },
  {
    name: 'Two mutexes in two orders: a deadlock',
    text: `${includes}
pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
int account[2] = {100, 100};

void move(pthread_mutex_t *from, pthread_mutex_t *to, int amount)
{
	pthread_mutex_lock(from);
	pthread_mutex_lock(to);
	account[0] -= amount;
	account[1] += amount;
	pthread_mutex_unlock(to);
	pthread_mutex_unlock(from);
}

void *there(void *unused)
{
	move(&first, &second, 10);
	return unused;
}

void *back(void *unused)
{
	move(&second, &first, -20);
	return unused;
}
${main(['there', 'back'], '\tassert(account[0] + account[1] == 200);\n')}`,
  },
  {
    name: "Peterson's lock with release and acquire: too weak",
    text: `${includes}
atomic_int wants[2], turn;
int counter;

void work(int me)
{
	int other = 1 - me;
	atomic_store_explicit(&wants[me], 1, memory_order_release);
	atomic_store_explicit(&turn, other, memory_order_release); /* seq_cst everywhere mends it */
	while (atomic_load_explicit(&wants[other], memory_order_acquire) &&
		atomic_load_explicit(&turn, memory_order_acquire) == other)
		;
	counter++;
	atomic_store_explicit(&wants[me], 0, memory_order_release);
}

void *one(void *unused)
{
	work(0);
	return unused;
}

void *two(void *unused)
{
	work(1);
	return unused;
}
${main(['one', 'two'], '\tassert(counter == 2);\n')}`,
  },
  {
    name: 'A spin lock made of a compare-exchange',
    text: `${includes}
atomic_int locked;
int counter;

void *count(void *unused)
{
	int expected;
	do
		expected = 0;
	while (!atomic_compare_exchange_weak_explicit(&locked, &expected, 1, memory_order_acquire, memory_order_relaxed));
	counter++;
	drista_observe("counter", counter);
	atomic_store_explicit(&locked, 0, memory_order_release);
	return unused;
}
${main(['count', 'count'])}`,
  },
  {
    name: 'A ticket lock for three threads',
    text: `${includes}
atomic_uint next_ticket, now_serving;
int counter;

void *count(void *unused)
{
	unsigned ticket = atomic_fetch_add_explicit(&next_ticket, 1, memory_order_relaxed);
	while (atomic_load_explicit(&now_serving, memory_order_acquire) != ticket)
		;
	counter++;
	atomic_store_explicit(&now_serving, ticket + 1, memory_order_release);
	return unused;
}
${main(['count', 'count', 'count'], '\tassert(counter == 3);\n')}`,
  },
  {
    name: 'A sequence lock: a reader tries again',
    text: `${includes}
atomic_int sequence, left, right;

void *writer(void *unused)
{
	atomic_store_explicit(&sequence, 1, memory_order_relaxed);
	atomic_thread_fence(memory_order_release);
	atomic_store_explicit(&left, 1, memory_order_relaxed);
	atomic_store_explicit(&right, 1, memory_order_relaxed);
	atomic_store_explicit(&sequence, 2, memory_order_release);
	return unused;
}

void *reader(void *unused)
{
	for (int attempt = 0; attempt < 2; attempt++) {
		int before = atomic_load_explicit(&sequence, memory_order_acquire);
		int a = atomic_load_explicit(&left, memory_order_relaxed);
		int b = atomic_load_explicit(&right, memory_order_relaxed);
		atomic_thread_fence(memory_order_acquire);
		int after = atomic_load_explicit(&sequence, memory_order_relaxed);
		if (before != after || before % 2 != 0)
			continue;
		assert(a == b);
		drista_observe("read", a);
		break;
	}
	return unused;
}
${main(['writer', 'reader'])}`,
  },
  {
    name: 'Load buffering: allowed by imm only',
    text: `${includes}
atomic_int x, y;

void *one(void *unused)
{
	drista_observe("r1", atomic_load_explicit(&x, memory_order_relaxed));
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	return unused;
}

void *two(void *unused)
{
	drista_observe("r2", atomic_load_explicit(&y, memory_order_relaxed));
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	return unused;
}
${main(['one', 'two'])}`,
  },
  {
    name: 'Litmus test: store buffering with fences',
    text: String.raw`C SB+fences

{ x = 0; y = 0; }

P0 (atomic_int *x, atomic_int *y) {
  atomic_store_explicit(x, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  int r0 = atomic_load_explicit(y, memory_order_relaxed);
}

P1 (atomic_int *x, atomic_int *y) {
  atomic_store_explicit(y, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  int r0 = atomic_load_explicit(x, memory_order_relaxed);
}

exists (0:r0=0 /\ 1:r0=0)
`,
  },
  {
    name: 'Litmus test: independent reads of independent writes',
    text: String.raw`C IRIW

{ x = 0; y = 0; }

P0 (atomic_int *x) {
  atomic_store_explicit(x, 1, memory_order_release);
}

P1 (atomic_int *y) {
  atomic_store_explicit(y, 1, memory_order_release);
}

P2 (atomic_int *x, atomic_int *y) {
  int a = atomic_load_explicit(x, memory_order_acquire);
  int b = atomic_load_explicit(y, memory_order_acquire);
}

P3 (atomic_int *x, atomic_int *y) {
  int c = atomic_load_explicit(y, memory_order_acquire);
  int d = atomic_load_explicit(x, memory_order_acquire);
}

exists (2:a=1 /\ 2:b=0 /\ 3:c=1 /\ 3:d=0)
`,
  },
  {
    name: 'Litmus test: two plus two writes',
    text: String.raw`C 2+2W

{ x = 0; y = 0; }

P0 (atomic_int *x, atomic_int *y) {
  atomic_store_explicit(x, 1, memory_order_release);
  atomic_store_explicit(y, 2, memory_order_release);
}

P1 (atomic_int *x, atomic_int *y) {
  atomic_store_explicit(y, 1, memory_order_release);
  atomic_store_explicit(x, 2, memory_order_release);
}

exists ([x]=1 /\ [y]=1)
`,
  },
];
