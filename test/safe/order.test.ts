/** Partial orders of compiled programs' schedules: their executions are those of the schedule. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compilerCommand } from '../../src/compiler/compile';
import { isObjectKind } from '../../src/object';
import { Kind } from '../../src/program/label';
import { recordsOf } from '../../src/safe/needs';
import { reduced } from '../../src/safe/order-reduction';
import type { Effect } from '../../src/safe/safe-schedule';
import type { ScheduleFile } from '../../src/safe/schedule-file';
import { Then, type ScheduleSection } from '../../src/safe/sections';
import { randomNumbers } from '../explore/parts-support';
import { scheduleDifferences } from '../oracle/safe/compare-schedules';
import { linearisation, orderOf } from '../oracle/safe/linearisations';
import type { Machine } from '../oracle/states/machine';
import { machineShapes } from '../oracle/states/machine-shapes';
import { randomMachines } from '../oracle/states/random-machine';
import { buildText } from '../support/compiled';
import { drista, expectRefusal, folder, type Done } from '../support/command';

const opts = ['0', '1', '2'] as const;

/** A program of threads with endless loops. */
function endless(globals: string, threads: readonly string[], first = ''): string {
  return `#include <drista.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>
/* Not in a check, where it would make more states. */
void drista_test_round(void) __attribute__((weak));
#define ROUND if (drista_test_round) drista_test_round()
${globals}
${threads.map((body, t) => `static void *thread${t}(void *u) { for (;;) { ${body} } return u; }`).join('\n')}
int main(void) {
	pthread_t t[${threads.length}];
	${first};
	${threads.map((_, t) => `pthread_create(&t[${t}], 0, thread${t}, 0);`).join('\n\t')}
	pthread_join(t[0], 0);
	return 0;
}`;
}

const locks = 'static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER; static int n;';
const both = (one: string, two: string): string =>
  `pthread_mutex_lock(&${one}); pthread_mutex_lock(&${two}); if (n++) abort(); n--;` +
  `pthread_mutex_unlock(&${two}); pthread_mutex_unlock(&${one});`;

const programs: Readonly<Record<string, string>> = {
  'locks in opposite orders': endless(locks, [`${both('a', 'b')} ROUND;`, both('b', 'a')]),
  'a lock that is none': endless('static atomic_int taken; static int n;', [
    'if (!taken) { taken = 1; if (n++) abort(); n--; taken = 0; ROUND; }',
    // Either of them may be the only one that is ever inside.
    'if (!taken) { taken = 1; if (n++) abort(); n--; taken = 0; ROUND; }',
  ]),
  'condition variables': endless(
    `${locks} static pthread_cond_t full = PTHREAD_COND_INITIALIZER, empty = PTHREAD_COND_INITIALIZER;`,
    [
      'pthread_mutex_lock(&a); while (n == 2) pthread_cond_wait(&empty, &a); n++; pthread_cond_signal(&full);' +
        'pthread_mutex_unlock(&a); ROUND;',
      'pthread_mutex_lock(&a); while (n == 0) pthread_cond_wait(&full, &a); n--; pthread_cond_broadcast(&empty);' +
        'pthread_mutex_unlock(&a);',
    ],
  ),
  semaphores: endless(
    'static sem_t s, r; static int n;',
    ['sem_wait(&s); if (n++) abort(); sem_post(&r); ROUND;', 'sem_wait(&r); if (--n) abort(); sem_post(&s);'],
    'sem_init(&r, 0, 0); sem_init(&s, 0, 1)',
  ),
  'read-write locks': endless('static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER; static int n;', [
    'pthread_rwlock_wrlock(&l); n++; n--; pthread_rwlock_unlock(&l); ROUND;',
    'pthread_rwlock_rdlock(&l); if (n) abort(); pthread_rwlock_unlock(&l);',
    'if (!pthread_rwlock_tryrdlock(&l)) { if (n) abort(); pthread_rwlock_unlock(&l); }',
  ]),
  barriers: endless(
    'static pthread_barrier_t round; static int n[2];',
    [0, 1].map(
      (t) => `n[${t}] ^= 1; pthread_barrier_wait(&round); if (n[0] != n[1]) abort(); pthread_barrier_wait(&round);
        ${t === 0 ? 'ROUND;' : ''}`,
    ),
    'pthread_barrier_init(&round, 0, 2)',
  ),
  'inputs, and synchronisation that is declared': endless('static atomic_int users; static int n;', [
    'drista_assume(users++ == 0); n = drista_choose(3); n = 0; users--; ROUND;',
    'drista_assume(users++ == 0); if (n) abort(); if (drista_choose(2)) n = 0; users--;',
  ]),
  'independent threads': endless('static atomic_int x, y;', ['x ^= 1; ROUND;', 'y ^= 1;', 'y ^= 2;']),
};

/** Counts rounds, and ends the process after so many. */
const counter = library(`#include <unistd.h>
void drista_test_round(void) { static int rounds; if (__atomic_add_fetch(&rounds, 1, 5) == 100) _exit(0); }`);

function library(text: string): string {
  const file = join(folder, 'library');
  writeFileSync(`${file}.c`, text);
  const { compiler } = compilerCommand('c', []);
  execFileSync(compiler.path, ['-shared', '-fPIC', `${file}.c`, '-o', `${file}.so`]);
  return `${file}.so`;
}

function run(file: string, path: string, options: readonly string[]): Done {
  return drista(['run', '--safe', file, ...options, path], { LD_PRELOAD: counter }, folder, 60_000);
}

/** Is the trace an execution that the schedule permits? Returns the number of its events. */
function follow({ states }: ScheduleFile, trace: string): number {
  let state = 0;
  const lines = readFileSync(trace, 'utf8').trimEnd().split('\n').slice(1);
  lines.forEach((line, i) => {
    const [thread, event, input] = line.split('\t').map(Number);
    const moves = states[state].go.filter((m) => m.thread === thread && m.event === event);
    expect({ i, line, state, moves: moves.length }).toMatchObject({ moves: 1 });
    state = moves[0].to[input] ?? moves[0].to[0];
  });
  return lines.length;
}

let files = 0;

test.each(Object.keys(programs))('%s', (name) => {
  const path = buildText(programs[name], ['-O1', '-Wno-unused']);
  const file = join(folder, `order${files++}.json`);
  expect(drista(['safe', '-q', '-o', file, path]).stdout).toMatch(/^(partially )?safe: /);
  const schedule = JSON.parse(readFileSync(file, 'utf8')) as ScheduleFile;
  const next = randomNumbers(3);
  const moves = schedule.states.flatMap(({ go }) => go);
  const ofObjects = moves.filter(({ event }) => isObjectKind(Kind[schedule.events[event].kind as keyof typeof Kind]));
  const objects = new Set(ofObjects.flatMap(({ effects }) => effects.map((e) => schedule.effects[e].object)));
  const isData = (location: number): boolean => !objects.has(location);
  const isArrival = (event: number): boolean => schedule.events[event].kind === Kind[Kind.BarrierArrive];
  for (const row of [1, 8]) {
    const order = orderOf({ ...schedule, isArrival, isData }, row);
    for (let i = 0; i < 20; i++) expect(linearisation(order, next, 300)).toBeUndefined();
  }
  for (const opt of opts) {
    const trace = `${file}.${opt}`;
    expect(run(file, path, ['--opt', opt, '--trace', trace])).toMatchObject({ status: 0, stderr: '' });
    // Arrivals at a barrier come in any order.
    if (name !== 'barriers' || opt === '0') expect(follow(schedule, trace)).toBeGreaterThanOrEqual(100);
  }
  if (name.startsWith('locks'))
    expectRefusal(run(file, path, ['--opt', '1', '--on-unknown', 'free']), /--opt 1 leaves out/);
});

test('random programs: permitted is what brute force finds to be safe, in each order', () => {
  let compared = 0;
  for (const shape of Object.values(machineShapes))
    for (const machine of randomMachines(shape, 5, 1)) {
      const found = scheduleDifferences(machine, 5);
      if (found === undefined) continue;
      expect({ machine, found }).toEqual({ machine, found: [] });
      compared++;
    }
  expect(compared).toBeGreaterThan(10);
});

test('a signal that may wake either of two threads wakes the one that the order says', () => {
  // Main and thread 1 wait on one condition variable; thread 2 signals for ever, and changes what main looks for.
  const machine: Machine = {
    threads: [
      [
        { op: 'create', t: 1 },
        { op: 'create', t: 2 },
        { op: 'lock', m: 0 },
        { op: 'load', x: 0, r: 0 },
        { op: 'if', r: 0, v: 2, to: 7 },
        { op: 'wait', c: 0, m: 0, r: 0 },
        { op: 'jump', to: 3 },
        { op: 'unlock', m: 0 },
      ],
      [
        { op: 'add', x: 0, v: 1, r: 0 },
        { op: 'lock', m: 0 },
        { op: 'wait', c: 0, m: 0, r: 0 },
        { op: 'unlock', m: 0 },
      ],
      [
        { op: 'load', x: 0, r: 0 },
        { op: 'lock', m: 0 },
        { op: 'xchg', x: 0, v: { r: 0, c: 1 }, r: 1 },
        { op: 'signal', c: 0 },
        { op: 'unlock', m: 0 },
        { op: 'xor', x: 0, v: { r: 0, c: 1 }, r: 0 },
        { op: 'jump', to: 0 },
      ],
    ],
    modulus: 3,
    registers: 2,
    locs: 1,
    mutexes: 1,
    conds: 1,
  };
  for (const seed of [1, 2]) expect(scheduleDifferences(machine, seed)).toEqual([]);
});

test('an order may leave the states of the schedule where only another path to the state has a race', () => {
  // Thread 2 reads as plain data what thread 1 writes. They race where thread 2 has overwritten it in between.
  const machine: Machine = {
    threads: [
      [
        { op: 'create', t: 1 },
        { op: 'create', t: 2 },
        { op: 'join', t: 1 },
        { op: 'join', t: 2 },
      ],
      [
        { op: 'xor', x: 0, v: 1, r: 0 },
        { op: 'trylock', m: 0, r: 1 },
        { op: 'if', r: 1, v: 0, not: true, to: 6 },
        { op: 'add', x: 0, v: 0, r: 1 },
        { op: 'store', x: 0, v: { r: 0, c: 0 } },
        { op: 'unlock', m: 0 },
        { op: 'load', x: 0, r: 0 },
      ],
      [
        { op: 'store', x: 0, v: 0 },
        { op: 'load', x: 0, r: 0 },
        { op: 'read', x: 0, r: 0 },
      ],
    ],
    modulus: 3,
    registers: 2,
    locs: 2,
    mutexes: 1,
  };
  for (const seed of [1, 2]) expect(scheduleDifferences(machine, seed)).toEqual([]);
});

describe('what waits for what', () => {
  const effect = (object: number, follows: Effect['follows'] = []): Effect => ({
    object,
    writes: true,
    follows,
    changes: true,
  });
  const section = (then: Then, steps: readonly (readonly [number, Effect])[]): ScheduleSection => ({
    steps: steps.map(([thread, what]) => ({ thread, event: 0, value: null, effect: what })),
    then,
    next: [],
    waits: new Map(),
  });
  const needs = (of: ScheduleSection): unknown =>
    reduced(
      recordsOf(of, () => false),
      of.then === Then.Again,
    ).map((record) => [record.thread, ...[...record.needs].map(([u, n]) => `${u}:${n}`)]);

  test('operations on one object, in a loop; the other order is implied', () => {
    // Thread 1 locks and unlocks object 5, then thread 2 does; their other objects matter to nobody.
    const loop = [1, 2].flatMap((t) => [5, 10 + t, 5].map((object) => [t, effect(object)] as const));
    expect(needs(section(Then.Again, loop))).toEqual([[1, '2:0'], [1], [1], [2, '1:3'], [2], [2]]);
  });

  test('plain accesses are over when the thread comes to its next record', () => {
    const loop = [
      [1, effect(5, [[1, 9, 1]])],
      [1, effect(6)],
      [2, effect(7, [[2, 9, 0]])],
      [2, effect(8)],
    ] as const;
    expect(needs(section(Then.Again, loop))).toEqual([[1, '2:0'], [1], [2, '1:2'], [2]]);
  });

  test('reads of one object wait for nothing', () => {
    const reads = { ...effect(5), writes: false };
    expect(
      needs(
        section(Then.Again, [
          [1, reads],
          [2, reads],
        ]),
      ),
    ).toEqual([[1], [2]]);
  });
});
