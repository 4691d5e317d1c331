// Threads find mutexes through a pointer: the report shows that they lock them, not the accesses to memory that belong
// to the calls.
// drista: error data-race at WRONG
// drista: says locks
// drista: never says +24
// drista: never says 's stack (
#include <pthread.h>
#include <stdlib.h>

struct node {
  pthread_mutex_t mutex;
  int n;
};

static struct node *shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int wrong;

static void init(struct node *node) {
  pthread_mutex_init(&node->mutex, 0);
  node->n = 0;
}

static void add(struct node *node) {
  pthread_mutex_lock(&node->mutex);
  node->n++;
  pthread_mutex_unlock(&node->mutex);
}

static void *work(void *local) {
  add(local);
  pthread_mutex_lock(&lock);
  struct node *found = shared;
  pthread_mutex_unlock(&lock);
  if (found) add(found);
  wrong++; // WRONG
  return 0;
}

static void run(void) {
  struct node local;
  pthread_t t[2];
  init(&local);
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, work, &local);
  struct node *node = malloc(sizeof *node);
  init(node);
  pthread_mutex_lock(&lock);
  shared = node;
  pthread_mutex_unlock(&lock);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  free(node);
}

int main(void) {
  run();
  return 0;
}
