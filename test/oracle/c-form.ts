/** A litmus program as C11 source with pthreads, in the manner of the corpus's programs: for tests of compiled code. */
import { FunctionText, type Storage } from './c-function';
import { isUsed } from './litmus-properties';
import type { Litmus, Op } from './litmus';
import { cancelled, hasImplicitMain } from './litmus-properties';

/**
 * Threads must be joined by the thread that creates them, if at all. Spurious wake-ups are not for the program to ask
 * for.
 */
export function cForm(litmus: Litmus, storage: Storage = 'local'): string {
  const implicit = hasImplicitMain(litmus);
  const created = litmus.threads.map((_, t) => t).filter((t) => implicit || t > 0);
  const functions = created.map((t) => new FunctionText(litmus, `thread${t}`, litmus.threads[t], storage));
  const main = new FunctionText(litmus, 'main', implicit ? starter(litmus) : litmus.threads[0], storage);
  const handlers = handlersOf(litmus);
  return [
    '#define _GNU_SOURCE',
    '#include <assert.h>',
    '#include <errno.h>',
    '#include <limits.h>',
    '#include <linux/futex.h>',
    '#include <pthread.h>',
    '#include <semaphore.h>',
    '#include <stdatomic.h>',
    '#include <stddef.h>',
    '#include <stdlib.h>',
    '#include <string.h>',
    '#include <sys/syscall.h>',
    '#include <unistd.h>',
    '',
    'void drista_runtime_sleep(const void *, _Bool (*)(const void *), const void *);',
    'void drista_runtime_wake(const void *, _Bool);',
    ...declarations(litmus),
    '',
    ...created.map((t) => `static void *thread${t}(void *unused);`),
    '',
    ...functions.flatMap((f) => [
      ...f.before,
      `static void *${f.name}(void *unused)`,
      '{',
      '\t(void)unused;',
      ...f.lines,
      '\treturn NULL;',
      '}',
      '',
    ]),
    ...handlers.functions,
    ...main.before,
    'int main(void)',
    '{',
    ...initialisation(litmus),
    ...handlers.registered,
    ...main.lines,
    litmus.handlers?.afterAll ? '\tpthread_exit(NULL);' : '\treturn 0;',
    '}',
    '',
  ].join('\n');
}

/** The functions that are called when the program ends, and how main has them called. */
function handlersOf(litmus: Litmus): { functions: string[]; registered: string[] } {
  if (!litmus.handlers) return { functions: [], registered: [] };
  const { atexit, quick, local, destructor } = litmus.handlers;
  const functionOf = (
    name: string,
    ops: readonly Op[],
    head = `static void ${name}(void)`,
    first: readonly string[] = [],
  ): string[] => {
    const text = new FunctionText(litmus, name, ops);
    return [...text.before, head, '{', ...first, ...text.lines, '}', ''];
  };
  return {
    functions: [
      ...atexit.flatMap((ops, h) => functionOf(`atexit${h}`, ops)),
      ...quick.flatMap((ops, h) => functionOf(`quick${h}`, ops)),
      ...functionOf('local', local, 'static void local(void *unused)', ['\t(void)unused;']),
      ...functionOf('destructor', destructor, '__attribute__((destructor)) static void destructor(void)'),
      // What a compiler of C++ calls for a thread_local object.
      'extern int __cxa_thread_atexit_impl(void (*)(void *), void *, void *);',
      'extern void *__dso_handle;',
      '',
    ],
    registered: [
      ...atexit.map((_, h) => `\tatexit(atexit${h});`),
      ...quick.map((_, h) => `\tat_quick_exit(quick${h});`),
      '\t__cxa_thread_atexit_impl(local, NULL, &__dso_handle);',
      '\t(void)destructor;',
    ],
  };
}

function starter(litmus: Litmus): Op[] {
  const { threads } = litmus;
  const joins = litmus.handlers?.afterAll ? [] : threads.map((_, t): Op => ({ op: 'J', t }));
  return [...threads.map((_, t): Op => ({ op: 'C', t })), ...(cancelled(litmus).size > 0 ? joins.reverse() : joins)];
}

function declarations(litmus: Litmus): string[] {
  const lines: string[] = [];
  const some = (n: number | undefined, declare: (i: number) => string): void => {
    for (let i = 0; i < (n ?? 0); i++) lines.push(declare(i));
  };
  // Volatile: one access in the machine code for each in the text; compilers would merge or drop plain ones.
  some(litmus.locs, (x) =>
    x === litmus.block
      ? ''
      : litmus.block !== undefined
        ? `_Atomic(atomic_int *) x${x};`
        : isUsed(litmus, x, true)
          ? `volatile int x${x};`
          : `atomic_int x${x};`,
  );
  some(litmus.mutexes, (m) => `pthread_mutex_t m${m} = PTHREAD_MUTEX_INITIALIZER;`);
  some(litmus.conds, (c) => `pthread_cond_t c${c} = PTHREAD_COND_INITIALIZER;`);
  some(litmus.rwlocks, (l) => `pthread_rwlock_t l${l} = PTHREAD_RWLOCK_INITIALIZER;`);
  some(litmus.semaphores?.length, (s) => `sem_t s${s};`);
  some(litmus.barriers?.length, (b) => `pthread_barrier_t b${b};`);
  some(litmus.onces, (n) => `pthread_once_t n${n} = PTHREAD_ONCE_INIT;`);
  if (cancelled(litmus).size > 0) {
    some(litmus.threads.length, (t) => `static pthread_t t${t};`);
    if (litmus.mutexes) lines.push('static void unlock_mutex(void *m) { pthread_mutex_unlock(m); }');
    if (litmus.rwlocks) lines.push('static void unlock_rwlock(void *l) { pthread_rwlock_unlock(l); }');
  }
  if (litmus.faults !== undefined)
    // Compilers must not know that the block is not used.
    lines.push(
      'static __attribute__((noinline)) int fails(void)',
      '{ void *volatile block = malloc(1); int failed = block == NULL; free(block); return failed; }',
    );
  if (isTimed(litmus)) lines.push('static const struct timespec later = { 4000000000, 0 };');
  return lines;
}

function isTimed({ threads }: Litmus): boolean {
  return threads.some((ops) =>
    ops.some((op) => op.op === 'CT' || (op.op === 'LA' && op.c !== undefined) || ('timed' in op && op.timed)),
  );
}

function initialisation({ semaphores = [], barriers = [] }: Litmus): string[] {
  return [
    ...semaphores.map((count, s) => `\tsem_init(&s${s}, 0, ${count});`),
    ...barriers.map((count, b) => `\tpthread_barrier_init(&b${b}, NULL, ${count});`),
  ];
}
