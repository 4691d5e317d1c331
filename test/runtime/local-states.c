/*
 * Each function leaves the value of a choice in one part of its thread's local state, and nowhere else; at the load
 * that follows, two histories differ in that part alone. Then it shows what it has kept.
 */
#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <drista.h>

#define APART __attribute__((noinline)) static

atomic_int here, shown;

APART void meet(void)
{
	(void)atomic_load(&here);
}

APART void show(int value)
{
	atomic_store(&shown, value);
}

/* In a register that calls preserve; a function in between would save it on the stack. */
static void registers(void)
{
	int value = (int)drista_choose(2);
	(void)atomic_load(&here);
	show(value);
}

static void stack(void)
{
	volatile int value = (int)drista_choose(2);
	meet();
	show(value);
}

static int *block;
static int variable;
static _Thread_local int own;

APART void set_block(void)
{
	*block = (int)drista_choose(2);
}

static void heap(void)
{
	block = malloc(sizeof *block);
	set_block();
	meet();
	show(*block);
}

APART void set_variable(void)
{
	variable = (int)drista_choose(2);
}

static void global(void)
{
	set_variable();
	meet();
	show(variable);
}

APART void set_own(void)
{
	own = (int)drista_choose(2);
}

static void tls(void)
{
	set_own();
	meet();
	show(own);
}

static char text[64];

/* What libc's functions write. */
APART void set_text(void)
{
	const char *words[] = {"no", "yes"};
	snprintf(text, sizeof text, "%s", words[drista_choose(2)]);
	char copy[64];
	memcpy(copy, text, sizeof copy);
	memset(text, 0, sizeof text);
	strcpy(text + 8, copy);
}

static void libc(void)
{
	set_text();
	meet();
	show(text[8]);
}

static pthread_mutex_t mutex = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;

APART void lock(void)
{
	if (drista_choose(2))
		pthread_mutex_lock(&mutex);
}

static void held(void)
{
	lock();
	meet();
	show(pthread_mutex_unlock(&mutex));
}

static pthread_key_t key;

APART void set_key(void)
{
	static const char there[2];
	pthread_setspecific(key, there + drista_choose(2));
}

static void keys(void)
{
	pthread_key_create(&key, NULL);
	set_key();
	meet();
	show((int)(long)pthread_getspecific(key));
}

APART void allocate(void)
{
	void *volatile fresh = drista_choose(2) ? malloc(100) : NULL;
	free(fresh);
}

static void allocator(void)
{
	allocate();
	meet();
	void *fresh = malloc(1);
	show((int)(long)fresh);
	free(fresh);
}

static void *nothing(void *unused)
{
	return unused;
}

APART void create(void)
{
	pthread_t t;
	if (drista_choose(2))
		pthread_create(&t, NULL, nothing, NULL);
}

static void context(void)
{
	create();
	meet();
	create();
}

APART void fail(void)
{
	if (drista_choose(2))
		strtol("99999999999999999999999", NULL, 10);
}

static void error(void)
{
	fail();
	meet();
	show(errno);
}

APART void draw(void)
{
	if (drista_choose(2))
		rand();
}

static void numbers(void)
{
	draw();
	meet();
	show(rand());
}

APART void pass(void)
{
	if (drista_choose(2))
		usleep(100);
}

static void time_of(void)
{
	struct timespec now;
	pass();
	meet();
	clock_gettime(CLOCK_MONOTONIC, &now);
	show((int)now.tv_nsec);
}

APART void disable(void)
{
	pthread_setcancelstate(drista_choose(2) ? PTHREAD_CANCEL_DISABLE : PTHREAD_CANCEL_ENABLE, NULL);
}

static void cancelling(void)
{
	int before;
	disable();
	meet();
	pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &before);
	show(before == PTHREAD_CANCEL_DISABLE);
}

/* Nothing is captured between the two choices: the second state is derived from what the first one returned. */
static void results(void)
{
	int first = (int)drista_choose(2), second = (int)drista_choose(2);
	show(2 * first + second);
}

static int left, right;
_Bool __atomic_compare_exchange_4(volatile void *p, void *expected, unsigned v, int order, int fail);

APART void exchange(void)
{
	__atomic_compare_exchange_4(&here, drista_choose(2) ? &left : &right, 7, 5, 5);
}

/* Where a result is put is no field of the event. */
static void argument(void)
{
	left = right = 1;
	exchange();
	show(left);
}

/* Compilers put arguments that have no name, and structures, where no value and no variable of the function is. */
APART void show_later(int count, ...)
{
	va_list list;
	va_start(list, count);
	(void)atomic_load(&here);
	show(va_arg(list, int));
	va_end(list);
}

static void variadic(void)
{
	show_later(1, (int)drista_choose(2));
}

struct large {
	long values[5];
};

APART void show_last(struct large large)
{
	(void)atomic_load(&here);
	show((int)large.values[4]);
}

static void structure(void)
{
	show_last((struct large){.values = {0, 0, 0, 0, drista_choose(2)}});
}

/* Numbers of which three have another sign: bits 63, 31 and 63 of two words. */

APART void show_signs(const float *numbers)
{
	float copy[4];
	memcpy(copy, numbers, sizeof copy);
	__asm__ volatile("" : : "r"(copy) : "memory");
	(void)atomic_load(&here);
	show(copy[1] < 0);
}

static void signs(void)
{
	float sign = drista_choose(2) ? -1 : 1;
	float numbers[4] = {1, sign, sign, sign};
	show_signs(numbers);
}

static const struct part {
	const char *name;
	void (*run)(void);
} parts[] = {
	{"registers", registers},
	{"stack", stack},
	{"heap", heap},
	{"global", global},
	{"tls", tls},
	{"libc", libc},
	{"held", held},
	{"keys", keys},
	{"allocator", allocator},
	{"context", context},
	{"errno", error},
	{"random", numbers},
	{"clock", time_of},
	{"cancel", cancelling},
	{"results", results},
	{"argument", argument},
	{"variadic", variadic},
	{"structure", structure},
	{"signs", signs},
};

int main(int argc, char **argv)
{
	(void)argc;
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		if (strcmp(parts[i].name, argv[1]) == 0)
			parts[i].run();
	return 0;
}
