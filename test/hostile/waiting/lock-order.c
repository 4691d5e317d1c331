// Two threads take two locks in opposite orders.
// drista: error deadlock at WRONG
// drista: never says Internal error
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void *other(void *unused)
{
  (void)unused;
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return NULL;
}

int main(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b); // WRONG
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return pthread_join(thread, NULL);
}
