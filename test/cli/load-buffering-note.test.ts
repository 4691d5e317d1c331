/** The note that names a load which processors may reorder with a later store, in compiled programs. */
import { join } from 'node:path';
import { build, buildText } from '../support/compiled';
import { drista } from '../support/command';
import { top } from '../support/paths';

const note = /note: rc11 has no load buffering: on some processors (.*) may read, .*?:(\d+), what .*?:(\d+) \(/;

/** A stack of three nodes that main fills before it creates threads; `order`: of what publishes nodes. */
const stack = (order: 'release' | 'relaxed'): string => `
#include <stdatomic.h>
#include <pthread.h>
struct node { int value; struct node *_Atomic next; };
static struct node nodes[3];
static struct node *_Atomic top;
static void push(struct node *n) {
  struct node *old = atomic_load_explicit(&top, memory_order_relaxed);
  do atomic_store_explicit(&n->next, old, memory_order_relaxed);
  while (!atomic_compare_exchange_strong_explicit(&top, &old, n, memory_order_${order}, memory_order_relaxed));
}
static struct node *pop(void) {
  struct node *old = atomic_load_explicit(&top, memory_order_acquire);
  while (old != 0 && !atomic_compare_exchange_strong_explicit(&top, &old,
      atomic_load_explicit(&old->next, memory_order_relaxed), memory_order_acquire, memory_order_acquire)) ;
  return old;
}
static void *pusher(void *unused) { push(&nodes[1]); push(&nodes[2]); return unused; }
static void *popper(void *unused) { pop(); pop(); return unused; }
int main(void) {
  pthread_t a, b;
  push(&nodes[0]);
  pthread_create(&a, 0, pusher, 0);
  pthread_create(&b, 0, popper, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
`;

test('a stack in which a release and an acquire lie between all loads and later stores has no note', () => {
  expect(drista([buildText(stack('release'))]).stdout).not.toMatch(note);
});

test('a stack that publishes by relaxed stores has one, and so has load buffering', () => {
  expect(drista([buildText(stack('relaxed'))]).stdout).toMatch(note);
  const done = drista([build([join(top, 'examples', 'load-buffering.c')])]);
  expect(note.exec(done.stdout)?.slice(1)).toEqual(['thread 1', '20', '21']);
});
