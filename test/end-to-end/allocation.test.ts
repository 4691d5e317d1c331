/** The life of a heap block begins when it is allocated, and what it holds then is indeterminate, unless by calloc. */
import type { ExploreOptions } from '../../src/explore/explore-options';
import { buildText, check } from '../support/compiled';

/** `main`: what main does first; `a` and `b`: what two threads do. */
const program = (main: string, a: string, b: string): string => `
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
struct n { atomic_int x; int v; };
static _Atomic(struct n *) shared;
static struct n *guarded;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void publish(struct n *p, memory_order o) { atomic_store_explicit(&shared, p, o); }
static struct n *found(memory_order o) { return atomic_load_explicit(&shared, o); }
static int get(struct n *p) { return atomic_load_explicit(&p->x, memory_order_relaxed); }
static void set(struct n *p, int v) { atomic_store_explicit(&p->x, v, memory_order_relaxed); }
static void *a(void *x) { (void)x; ${a} return 0; }
static void *b(void *x) { (void)x; ${b} return 0; }
int main(void) {
  pthread_t t[2];
  ${main}
  pthread_create(&t[0], 0, a, 0);
  pthread_create(&t[1], 0, b, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}`;

const relaxed = 'memory_order_relaxed',
  release = 'memory_order_release';
const node = 'struct n *p = malloc(sizeof *p);';
const look = 'struct n *p = found(memory_order_acquire); if (p) get(p);';

const ways: readonly ExploreOptions[] = [
  { model: 'rc11', equivalence: 'rf' },
  { model: 'rc11', equivalence: 'observational' },
  { model: 'sc', equivalence: 'observational' },
  { model: 'sc', equivalence: 'state' },
  { model: 'sc', equivalence: 'mazurkiewicz' },
];

test.each<[string, string, string, string, string[]]>([
  ['reached by a relaxed pointer', '', `${node} set(p, 0); publish(p, ${relaxed});`, look, ['memory']],
  ['reached by a released pointer', '', `${node} set(p, 0); publish(p, ${release});`, look, []],
  [
    'updated by who reaches it',
    '',
    `${node} set(p, 0); publish(p, ${relaxed});`,
    'struct n *p = found(memory_order_acquire); if (p) atomic_fetch_add(&p->x, 1);',
    ['memory'],
  ],
  [
    'written plainly by who reaches it',
    '',
    `${node} publish(p, ${relaxed});`,
    'struct n *p = found(memory_order_acquire); if (p) p->v = 1;',
    ['memory'],
  ],
  [
    'written and freed by who reaches it in order',
    '',
    `${node} publish(p, ${release});`,
    'struct n *p = found(memory_order_acquire); if (p) { p->v = 1; set(p, p->v); get(p); free(p); }',
    [],
  ],
  [
    'passed on under a mutex',
    '',
    `${node} set(p, 1); pthread_mutex_lock(&m); guarded = p; pthread_mutex_unlock(&m);`,
    'pthread_mutex_lock(&m); struct n *p = guarded; pthread_mutex_unlock(&m); if (p) { get(p); p->v = 2; free(p); }',
    [],
  ],
  ['aligned', '', `struct n *p = aligned_alloc(64, 64); set(p, 0); publish(p, ${relaxed});`, look, ['memory']],
  ['zeroed, reached by a relaxed pointer', '', `publish(calloc(1, sizeof(struct n)), ${relaxed});`, look, ['memory']],
  ['zeroed, reached by a released pointer', '', `publish(calloc(1, sizeof(struct n)), ${release});`, look, []],
  ['never initialised', '', `${node} publish(p, ${release});`, look, ['uninitialised']],
  ['initialised after it is published', '', `${node} publish(p, ${release}); set(p, 0);`, look, ['uninitialised']],
  [
    'never initialised, added to',
    '',
    `${node} publish(p, ${release});`,
    'struct n *p = found(memory_order_acquire); if (p) atomic_fetch_add(&p->x, 1);',
    ['uninitialised'],
  ],
  [
    'before the threads, never initialised',
    'guarded = malloc(sizeof *guarded);',
    '',
    'get(guarded);',
    ['uninitialised'],
  ],
  [
    'before the threads, initialised by one of them',
    'guarded = malloc(sizeof *guarded);',
    'set(guarded, 0);',
    'get(guarded);',
    ['uninitialised'],
  ],
  [
    'before the threads, initialised there',
    'guarded = malloc(sizeof *guarded); atomic_init(&guarded->x, 0);',
    'set(guarded, 0);',
    'get(guarded);',
    [],
  ],
  [
    'before the threads, initialised by memset',
    'guarded = malloc(sizeof *guarded); memset(guarded, 0, sizeof *guarded);',
    'set(guarded, 0);',
    'get(guarded);',
    [],
  ],
  [
    'resized: what was copied is initialised',
    'guarded = calloc(1, sizeof *guarded); guarded = realloc(guarded, 100);',
    'set(guarded, 0);',
    'get(guarded);',
    [],
  ],
  [
    'resized: what is new is not',
    'guarded = calloc(1, sizeof *guarded); guarded = realloc(guarded, 100);',
    'set(guarded + 1, 0);',
    'get(guarded + 1);',
    ['uninitialised'],
  ],
])('a block is %s', (_, main, a, b, kinds) => {
  const path = buildText(program(main, a, b));
  for (const way of ways) {
    const { errors } = check(path, way);
    expect({ ...way, errors: errors.map((e) => e.kind) }).toEqual({ ...way, errors: kinds });
  }
});

test('the report names the allocation and the access', () => {
  const path = buildText(program('', `${node} set(p, 0); publish(p, ${relaxed});`, look));
  const [error] = check(path, { model: 'rc11', equivalence: 'rf' }).errors;
  expect(error.message).toBe(
    'thread 2 reads atomically what thread 1 allocates, with no happens-before order between them',
  );
});

test('what is read before anything has initialised it is told with the allocation, where that is known', () => {
  const messages = [
    program('', `${node} publish(p, ${release});`, look),
    program('guarded = malloc(sizeof *guarded);', '', 'get(guarded);'),
  ].map((text) => check(buildText(text), { model: 'rc11', equivalence: 'rf' }).errors[0].message);
  expect(messages).toEqual([
    'thread 2 reads atomically what nothing has initialised since thread 1 allocated it',
    'thread 2 reads atomically what nothing has initialised',
  ]);
});

test('nodes of a queue that its constructor initialises are not announced', () => {
  const path = buildText(
    `#include <atomic>
#include <thread>
struct Node { std::atomic<Node *> next{nullptr}; int value; explicit Node(int v) : value(v) {} };
static std::atomic<Node *> head;
static void push(int v) {
  Node *n = new Node(v), *h = head.load();
  do n->next.store(h, std::memory_order_relaxed); while (!head.compare_exchange_strong(h, n));
}
int main() {
  std::thread a(push, 1), b(push, 2);
  a.join();
  b.join();
  int sum = 0;
  for (Node *n = head; n;) { sum += n->value; Node *next = n->next; delete n; n = next; }
  return sum != 3;
}
`,
    [],
    'c++',
  );
  const { errors, executions } = check(path, { model: 'rc11', equivalence: 'rf' });
  expect([errors.length, executions]).toEqual([0, 2]);
});
