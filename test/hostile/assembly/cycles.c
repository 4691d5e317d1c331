// The counter of cycles is the virtual clock: runs repeat themselves, it goes on, and it agrees with the clock.
// drista: verified
// drista: never says not seen
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <time.h>
#include <x86intrin.h>

static atomic_int turns;

static uint64_t halves(void)
{
	uint32_t low, high;
	__asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
	return (uint64_t)high << 32 | low;
}

static uint64_t fenced(void)
{
	uint32_t low, high, processor;
	__asm__ volatile("rdtscp" : "=a"(low), "=d"(high), "=c"(processor));
	assert(processor == 0);
	return (uint64_t)high << 32 | low;
}

static uint64_t whole(void)
{
	uint64_t all;
	__asm__ volatile("lfence; rdtsc; shlq $32, %%rdx; orq %%rdx, %%rax" : "=a"(all) : : "rdx", "memory");
	return all;
}

static void *body(void *unused)
{
	unsigned processor;
	uint64_t times[] = {__rdtsc(), halves(), __builtin_readcyclecounter(), fenced(), __rdtscp(&processor), whole()};
	for (int i = 1; i < 6; i++)
		assert(times[i - 1] < times[i] && times[i] < times[0] + 1000000);
	struct timespec before, after;
	clock_gettime(CLOCK_MONOTONIC, &before);
	uint64_t begun = __rdtsc();
	nanosleep(&(struct timespec){1, 0}, 0);
	uint64_t took = __rdtsc() - begun;
	clock_gettime(CLOCK_MONOTONIC, &after);
	assert(took >= 1000000000 && took < 1001000000 && after.tv_sec == before.tv_sec + 1);
	/* Which way the thread goes depends on the counter, and not on the machine. */
	if (times[0] % 1024 < 512)
		turns++;
	turns += 2;
	return unused;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, body, 0);
	pthread_create(&b, 0, body, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
