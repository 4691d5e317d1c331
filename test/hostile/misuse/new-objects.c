// Each initialisation is of an object that is new, or was destroyed: nothing is wrong.
// drista: verified
// hostile: once
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

struct item {
	int value;
	pthread_mutex_t m;
	pthread_cond_t c;
	pthread_rwlock_t l;
	pthread_barrier_t b;
	sem_t s;
	pthread_spinlock_t spin;
};

static void prepare(struct item *i)
{
	pthread_mutex_init(&i->m, NULL);
	pthread_cond_init(&i->c, NULL);
	pthread_rwlock_init(&i->l, NULL);
	pthread_barrier_init(&i->b, NULL, 1);
	sem_init(&i->s, 0, 1);
	pthread_spin_init(&i->spin, 0);
	pthread_mutex_lock(&i->m);
	pthread_mutex_unlock(&i->m);
	pthread_rwlock_rdlock(&i->l);
	pthread_rwlock_unlock(&i->l);
	pthread_barrier_wait(&i->b);
	pthread_cond_signal(&i->c);
	sem_wait(&i->s);
	pthread_spin_lock(&i->spin);
	pthread_spin_unlock(&i->spin);
}

static void end(struct item *i)
{
	pthread_mutex_destroy(&i->m);
	pthread_cond_destroy(&i->c);
	pthread_rwlock_destroy(&i->l);
	pthread_barrier_destroy(&i->b);
	sem_destroy(&i->s);
	pthread_spin_destroy(&i->spin);
}

static struct item item, template;

static void local(void)
{
	struct item i; /* goes out of scope as it is */
	prepare(&i);
}

static void block(pthread_mutex_t *other)
{
	for (int n = 0; n < 3; n++) {
		pthread_mutex_t m;
		pthread_mutex_init(&m, NULL);
		pthread_mutex_lock(&m);
		pthread_mutex_unlock(&m);
	}
	{
		pthread_mutex_t m;
		pthread_mutex_init(&m, NULL);
	}
	{
		pthread_mutex_t m;
		pthread_mutex_init(&m, NULL);
	}
	(void)other;
}

int main(void)
{
	prepare(&item);
	end(&item);
	prepare(&item); /* destroyed before */

	memset(&item, 0, sizeof item);
	prepare(&item); /* overwritten */

	prepare(&template);
	memcpy(&item, &template, sizeof item);
	prepare(&item); /* a copy of others */
	item = template;
	prepare(&item);

	for (int n = 0; n < 2; n++) {
		struct item *i = malloc(sizeof *i);
		prepare(i);
		free(i); /* other memory each time, or freed in between */
	}
	for (int n = 0; n < 3; n++)
		local();
	block(&item.m);
	block(&item.m);
	return 0;
}
