/** Real programs: what their runs teach, and how runs that teach nothing are told. */
import { Server } from '../../src/channel/server';
import { explore } from '../../src/explore/explorer';
import type { ExploreOptions } from '../../src/explore/explore-options';
import { Kind } from '../../src/program/label';
import { Nondeterminism } from '../../src/program/outcomes';
import { ProcessProgram } from '../../src/program/process-program';
import { Symbols } from '../../src/debug-info/symbols';
import { buildText, check, withProgram } from '../support/compiled';

const ALL: ExploreOptions = { model: 'rc11', equivalence: 'observational', keepGoing: true };

/** A program whose main creates these threads and joins them. */
function program(globals: string, ...bodies: string[]): string {
  const threads = bodies.map((body, i) => `static void *t${i}(void *u) { (void)u; ${body} return 0; }`).join('\n');
  const calls = (call: (i: number) => string): string => bodies.map((_, i) => call(i)).join(' ');
  return buildText(
    `#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>
${globals}
${threads}
int main(void) { pthread_t t[${bodies.length}];
${calls((i) => `pthread_create(&t[${i}], 0, t${i}, 0);`)} ${calls((i) => `pthread_join(t[${i}], 0);`)} return 0; }
`,
    ['-w'],
  );
}

const RELEASE = 'data = 42; atomic_store_explicit(&flag, 1, memory_order_release);';
const READ = 'if (atomic_load_explicit(&flag, memory_order_acquire) == 1) out = data;';

test('synchronised data becomes events, after which every execution is found', () => {
  withProgram(program('atomic_int flag; int data, out;', RELEASE, READ), (p) => {
    const verdict = explore(p, ALL);
    expect([verdict.executions, verdict.errors]).toEqual([2, []]);
    expect(p.promoted.map((a) => [a.size, a.mixed])).toEqual([[4, false]]);
    expect(p.names).toEqual([
      { creator: 0, child: 0 },
      { creator: 0, child: 1 },
    ]);
  });
});

test('a race that another writer of the same flag makes possible', () => {
  const path = program(
    'atomic_int flag; int data, out;',
    RELEASE,
    'atomic_store_explicit(&flag, 1, memory_order_relaxed);',
    READ,
  );
  for (const equivalence of ['observational', 'rf', 'co'] as const)
    expect(check(path, { ...ALL, equivalence }).errors.map((e) => e.kind)).toEqual(['data-race']);
});

test('every execution can be run as a whole', () => {
  const path = program(
    'atomic_int x, y;',
    'atomic_store(&x, 1); atomic_load(&y); atomic_fetch_add(&x, 2);',
    'atomic_store(&y, 1); atomic_load(&x); atomic_fetch_add(&x, 4);',
  );
  const [few, all] = [
    check(path, { ...ALL, equivalence: 'rf' }),
    check(path, { ...ALL, equivalence: 'rf', runAll: true }),
  ];
  expect(all.executions).toBe(few.executions);
  expect(all.runs).toBe(few.runs + few.executions);
});

test('a process that ends by itself', () => {
  const path = program('atomic_int x;', 'if (atomic_load(&x)) syscall(SYS_exit_group, 3);', 'atomic_store(&x, 1);');
  const verdict = check(path, ALL);
  expect(verdict.errors.map((e) => [e.kind, e.message, e.involved[0].thread])).toEqual([
    ['crash', 'the process ended by itself (exit code 3)', 1],
  ]);
});

test('an error can be run again by another process, with names of places', () => {
  const path = program('atomic_int x; int *p;', 'if (atomic_load(&x)) *p = 1;', 'atomic_store(&x, 1);');
  const server = new Server(path);
  const first = new ProcessProgram(server);
  const [error] = explore(first, ALL).errors;
  server.stop();
  expect(error.kind).toBe('crash');
  const again = new Server(path);
  const second = new ProcessProgram(again, { atoms: first.promoted, names: first.names });
  // The same location numbers: the same events in the same order.
  second.root(0, 0, () => ({ steps: [], memory: [] }));
  const { events } = second.execute(error.schedule);
  const crash = events.find((e) => e.label.kind === Kind.Error)!;
  expect([crash.thread, crash.label.text]).toEqual([1, 'segmentation fault at address 0x0']);
  const [place] = new Symbols(again.modules).places(second.stack(crash.label.site)[0]);
  expect(place.function).toBe('t0');
  const begin = events.find((e) => e.thread === 2 && e.label.kind === Kind.Begin)!;
  expect(new Symbols(again.modules).places(second.stack(begin.label.site)[0])[0].function).toBe('t1');
  again.stop();
});

test('what drista does not see', () => {
  const path = program(
    'atomic_int x;',
    'int v; __asm__ volatile("rdtsc; xorl %%edx, %%eax" : "=a"(v) : : "edx"); atomic_store(&x, v); atomic_load(&x);',
    'atomic_store(&x, 1);',
  );
  expect(() => check(path, ALL)).toThrow(Nondeterminism);
});

test('a loop without events', () => {
  const path = program(
    'atomic_int x;',
    'if (atomic_load(&x)) for (unsigned long n = 0;; n++) __asm__ volatile("" ::"r"(n));',
    'atomic_store(&x, 1);',
  );
  const server = new Server(path);
  const verdict = explore(new ProcessProgram(server, { runSeconds: 0.2 }), ALL);
  server.stop();
  expect([verdict.executions, verdict.errors, verdict.limitsHit]).toEqual([1, [], ['run-time']]);
});

test('what is not supported', () => {
  const timer = program('', 'alarm(1);');
  expect(() => check(timer, ALL)).toThrow(/^not supported yet: alarm \(called by thread 1 of /);
});
