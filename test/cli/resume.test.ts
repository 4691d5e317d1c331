/** Interrupted checks of compiled programs: what they leave, and that going on ends with the same totals. */
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { programEnvironment } from '../../src/channel/environment';
import { check } from '../../src/check/check';
import type { CheckOutcome } from '../../src/check/found-error';
import { placeFor } from '../../src/check/checkpoint-file';
import type { CheckRequest } from '../../src/check/check-request';
import { usualSettings, type CheckSettings } from '../../src/check/settings';
import { readProgram } from '../../src/check/program-file';
import type { Summary } from '../../src/report/summary';
import { equivalences } from '../oracle/recorded';
import { build, buildText } from '../support/compiled';
import { drista, expectRefusal, folder, processesOf, startDrista, underWay } from '../support/command';
import { top } from '../support/paths';

const example = (name: string): string => build([join(top, 'examples', `${name}.c`)]);

/**
 * Two threads and plain data: some that a lock protects, some that is passed on, some that is found to be shared only
 * late.
 */
const late = buildText(`#include <pthread.h>
#include <stdatomic.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
atomic_int flag, other;
int guarded, passed;
static void *first(void *a) {
  pthread_mutex_lock(&m); guarded++; pthread_mutex_unlock(&m);
  passed = 1; atomic_store_explicit(&flag, 1, memory_order_release);
  atomic_fetch_add(&other, 1);
  return a;
}
static void *second(void *a) {
  atomic_fetch_add(&other, 1);
  if (atomic_load_explicit(&flag, memory_order_acquire) && atomic_load(&other) == 2) passed++;
  pthread_mutex_lock(&m); guarded++; pthread_mutex_unlock(&m);
  return a;
}
int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, first, 0); pthread_create(&t[1], 0, second, 0);
  pthread_join(t[0], 0); pthread_join(t[1], 0);
  return 0;
}
`);

/** The data race shows only between what one thread does in some executions and the other in others. */
const twoErrors = buildText(`#include <pthread.h>
#include <stdatomic.h>
#include <drista.h>
atomic_int x, y;
static void *f(void *a) { atomic_fetch_add(&x, 1); drista_assert(atomic_load(&y) != 1); atomic_fetch_add(&y, 2);
return a; }
int main(void) {
  pthread_t t; pthread_create(&t, 0, f, 0);
  drista_assume(atomic_load(&x) != 3);
  atomic_store(&y, 1); drista_assert(atomic_load(&x) == 0); drista_assume(atomic_load(&y) != 3);
  pthread_join(t, 0); return 0;
}
`);

const file = join(folder, 'k.resume');

function run(
  program: string,
  options: Partial<CheckSettings>,
  resume: string | undefined,
  interrupted: () => boolean,
  changesOver = false,
): CheckOutcome {
  const {
    elf: { buildId },
    entry,
  } = readProgram(program);
  const request: CheckRequest = {
    program,
    arguments: [],
    environment: programEnvironment(),
    buildId,
    entry,
    settings: { ...usualSettings, ...options },
    memory: 2 ** 31,
    changesOver,
    checkpoint: placeFor(file, resume !== file),
    resume,
  };
  return check(request, {
    onProgress: () => undefined,
    onOutcome: () => undefined,
    onCheckpoint: () => undefined,
    interrupted,
  });
}

/** The totals; seconds and the number of runs that only take a sample aside. */
function totals({
  executions,
  states,
  blocked,
  deadEnds,
  events,
  runs,
  limitsHit,
  errors,
  notes,
  verdict,
}: Summary): object {
  return {
    executions,
    states,
    blocked,
    deadEnds,
    events,
    runs,
    limitsHit,
    errors: errors.map((e) => e.message),
    notes,
    verdict,
  };
}

function interruptedAt(
  program: string,
  options: Partial<CheckSettings>,
  states: number,
  changesOver = false,
): { whole: object; parts: number } {
  let resume: string | undefined;
  for (let parts = 1; ; parts++) {
    let n = 0;
    const { summary } = run(program, options, resume, () => ++n > states, changesOver);
    if (summary.checkpoint === undefined) return { whole: totals(summary), parts };
    resume = summary.checkpoint;
  }
}

const programs: readonly [string, () => string][] = [
  ['store buffering', () => example('store-buffering-seq-cst')],
  ['peterson', () => example('peterson')],
  ['treiber', () => example('treiber-stack')],
  ['a queue', () => example('spsc-queue')],
  ['a bank', () => example('bank-account-locked')],
  ['data shared late', () => late],
  ['errors', () => twoErrors],
];

describe.each(programs)('%s', (_name, make) => {
  const program = make();
  for (const model of ['rc11', 'sc'] as const) {
    test(`under ${model}`, () => {
      for (const equivalence of equivalences) {
        const options: Partial<CheckSettings> = { model, equivalence, keepGoing: true };
        let states = 0;
        const all = run(program, options, undefined, () => {
          states++;
          return false;
        }).summary;
        expect(interruptedAt(program, options, Math.ceil(states / 3)).whole).toEqual(totals(all));
        for (let k = 1; k < all.executions; k += Math.ceil(all.executions / 3)) {
          if (equivalence === 'co') break; // one execution may count as several
          const first = run(program, { ...options, maxExecutions: k }, undefined, () => false).summary;
          expect(first).toMatchObject({ executions: k, limitsHit: ['executions'], checkpoint: file });
          expect(totals(run(program, options, file, () => false).summary)).toEqual(totals(all));
        }
      }
    });
  }
});

const counting = (rounds: number): string =>
  buildText(`#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y;
static void *f(void *a) { for (int i = 0; i < ${rounds}; i++) { atomic_fetch_add(&x, 1); atomic_fetch_add(&y, 1);
} return a; }
int main(void) { pthread_t t[3]; for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, f, 0);
for (int i = 0; i < 3; i++) pthread_join(t[i], 0); return 0; }
`);

/** Peterson's lock for ever, whose holder writes data. */
const forEver = buildText(`#include <pthread.h>
#include <stdatomic.h>
atomic_int flag[2], turn; int data;
static void *f(void *a) {
  int me = a != 0;
  for (;;) {
    atomic_store(&flag[me], 1); atomic_store(&turn, 1 - me);
    while (atomic_load(&flag[1 - me]) && atomic_load(&turn) == 1 - me) {}
    data = me;
    atomic_store(&flag[me], 0);
  }
}
int main(void) { pthread_t t; pthread_create(&t, 0, f, (void *)1); f(0); return 0; }
`);

/** A test-and-set lock for ever, for which a thread may starve, and a thread that waits for nothing. */
const starving = buildText(`#include <pthread.h>
#include <stdatomic.h>
atomic_int lock, never;
static void *f(void *a) {
  for (;;) { while (atomic_exchange(&lock, 1)) {} atomic_store(&lock, 0); }
  return a;
}
static void *g(void *a) { while (!atomic_load(&never)) {} return a; }
int main(void) { pthread_t t[3]; pthread_create(&t[0], 0, f, 0); pthread_create(&t[1], 0, f, 0);
pthread_create(&t[2], 0, g, 0); pthread_join(t[0], 0); return 0; }
`);

/** A thread that only stores keeps another one, until a third one ends the program. */
const storing = buildText(`#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
atomic_int x, y;
static void *f(void *a) { for (;;) { atomic_store(&x, 1); atomic_store(&x, 0); } return a; }
static void *g(void *a) { atomic_store(&y, 1); while (atomic_load(&x)) {} return a; }
int main(void) { pthread_t t[2]; pthread_create(&t[0], 0, f, 0); pthread_create(&t[1], 0, g, 0);
pthread_join(t[1], 0); exit(atomic_load(&y) - 1); }
`);

describe('states', () => {
  test.each<[string, () => string, Partial<CheckSettings>]>([
    ...programs.map(([name, make]): [string, () => string, Partial<CheckSettings>] => [name, make, {}]),
    ['for ever', () => forEver, {}],
    ['starving', () => starving, {}],
    ['starving, with --check progress', () => starving, { progress: 'starvation-free' }],
    ['storing', () => storing, {}],
    ['storing, with --check progress', () => storing, { progress: 'starvation-free' }],
  ])('%s', (_name, make, more) => {
    const program = make();
    for (const model of ['rc11', 'sc'] as const) {
      const options: Partial<CheckSettings> = { model, equivalence: 'state', keepGoing: true, ...more };
      let states = 0;
      const all = run(program, options, undefined, () => {
        states++;
        return false;
      }).summary;
      expect(interruptedAt(program, options, Math.ceil(states / 3)).whole).toEqual(totals(all));
    }
  });

  test('in the place of executions, which they took before or take later', () => {
    for (const program of [counting(2), forEver]) {
      let states = 0;
      const all = run(program, {}, undefined, () => ++states < 0, true).summary;
      expect(all).toMatchObject({ equivalence: 'state', verdict: 'verified' });
      expect(interruptedAt(program, {}, Math.ceil(states / 3), true)).toEqual({ whole: totals(all), parts: 3 });
    }
  });

  test('by the command line', () => {
    const program = counting(8);
    const part = drista(['--equivalence', 'state', '--time-limit', '0.1', '--checkpoint', 'states.resume', program]);
    expect(part).toMatchObject({ status: 3, stderr: '' });
    expect(part.stdout).toMatch(/ states?.*--time-limit was over; go on with: drista --resume states\.resume\n/);
    const done = drista(['--resume', 'states.resume']);
    expect(done).toMatchObject({ status: 0, stderr: '' });
    expect(done.stdout).toMatch(/equivalence state \(4865 states, 1 of them final/);
    expect(existsSync(join(folder, 'states.resume'))).toBe(false);
  });
});

const executionsIn = (text: string): number => Number(/\((\d+) executions?/.exec(text)?.[1]);

test('Ctrl-C leaves a file, and --resume ends with the same totals', async () => {
  const program = counting(3);
  const kept = join(folder, 'counting.resume');
  const child = startDrista(['--equivalence', 'observational', '--checkpoint', kept, program]);
  let stdout = '';
  child.stdout!.on('data', (data) => {
    stdout += String(data);
  });
  const ended = new Promise((resolve) => child.on('close', resolve));
  await underWay(program, 700);
  child.kill('SIGINT');
  expect(await ended).toBe(3);
  expect(stdout).toMatch(/interrupted.*; go on with: drista --resume .*counting\.resume\n/);
  expect(processesOf(program)).toBe(0);
  const part = drista(['--resume', kept, '--max-executions', `${executionsIn(stdout) + 500}`]);
  expect(part).toMatchObject({ status: 3, stderr: '' });
  expect(executionsIn(part.stdout)).toBe(executionsIn(stdout) + 500);
  const smaller = counting(2);
  const all = drista(['--equivalence', 'observational', smaller]).stdout;
  expect(drista(['--max-executions', '123', smaller]).status).toBe(3);
  const resumed = drista(['--resume', `drista-out/${smaller.split('/').at(-1)}.resume`]);
  expect(resumed).toMatchObject({ status: 0, stderr: '' });
  expect(executionsIn(resumed.stdout)).toBe(executionsIn(all));
});

test('random walks go on', () => {
  const walks = (...args: string[]): Summary => JSON.parse(drista([...args, '--report', 'json=-']).stdout) as Summary;
  const program = example('treiber-stack');
  const all = walks('--strategy', 'random', '--max-executions', '3000', program);
  const part = walks('--strategy', 'random', '--time-limit', '0.3', '--checkpoint', 'walks.resume', program);
  expect(part).toMatchObject({ limitsHit: ['sample', 'time'], checkpoint: 'walks.resume' });
  expect(part.executions).toBeLessThan(3000);
  const rest = walks('--resume', 'walks.resume', '--max-executions', '3000');
  expect(rest).toMatchObject({ limitsHit: ['sample'], executions: all.executions, notes: all.notes });
});

test(
  'the file that another check left is not overwritten; that of the same check, or of what was ' + 'built anew, is',
  () => {
    const text = (n: number): string => `#include <stdlib.h>
#include <stdatomic.h>
#include <pthread.h>
atomic_int x;
static void *f(void *a) { x++; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x += ${n}; return pthread_join(t, 0); }
`;
    const place = (dir: string, n: number): string => {
      const path = join(folder, dir, 'same-name');
      mkdirSync(join(folder, dir), { recursive: true });
      copyFileSync(buildText(text(n)), path);
      return path;
    };
    const left = (...args: string[]): string =>
      /--resume drista-out\/(\S+)/.exec(drista(['--max-executions', '1', ...args]).stdout)![1];
    const one = place('one', 1),
      two = place('two', 1);
    expect([
      left(one),
      left(one),
      left(two),
      left(two),
      left(one, '--', 'x'),
      left('--model', 'sc', one),
      left(one),
      left('--checkpoint', 'drista-out/named', one),
    ]).toEqual([
      'same-name.resume',
      'same-name.resume',
      'same-name-2.resume',
      'same-name-2.resume',
      'same-name-3.resume',
      'same-name-4.resume',
      'same-name.resume',
      'named',
    ]);
    place('one', 2);
    expect(left('--model', 'c20', one)).toBe('same-name.resume');
  },
);

test('a file that cannot be written is a note, and the result is told', () => {
  const done = drista(['--max-executions', '1', '--checkpoint', '/dev/null/x', example('store-buffering-seq-cst')]);
  expect(done).toMatchObject({ status: 3, stderr: '' });
  expect(done.stdout).toMatch(/note: no file was left to go on with: \/dev\/null\/x cannot be written/);
  expect(done.stdout).not.toMatch(/--resume/);
});

describe('what cannot be gone on with is refused in one line', () => {
  const program = example('store-buffering-seq-cst');
  const good = join(folder, 'good.resume');
  beforeAll(() => {
    drista(['--max-executions', '1', '--checkpoint', good, program]);
  });
  const edited = (edit: (bytes: Buffer) => Buffer): string => {
    writeFileSync(join(folder, 'bad.resume'), edit(readFileSync(good)));
    return join(folder, 'bad.resume');
  };
  const replaced = (from: RegExp, to: string): string =>
    edited((b) => Buffer.from(b.toString('latin1').replace(from, to), 'latin1'));

  test('no such file', () => {
    expectRefusal(drista(['--resume', 'nothing']), /nothing cannot be read \(ENOENT\)/);
  });
  test('another file', () => {
    expectRefusal(drista(['--resume', program]), /is not a file that an interrupted check left/);
  });
  test('cut off', () => {
    expectRefusal(drista(['--resume', edited((b) => b.subarray(0, b.length - 10))]), /is damaged/);
  });
  test('cut off in its head', () => {
    expectRefusal(drista(['--resume', edited((b) => b.subarray(0, 40))]), /is damaged/);
  });
  test('a bit changed', () => {
    expectRefusal(
      drista([
        '--resume',
        edited((b) => {
          b[b.length - 100] ^= 1;
          return b;
        }),
      ]),
      /is damaged/,
    );
  });
  test('another version', () => {
    expectRefusal(drista(['--resume', replaced(/"version":"[^"]*"/, '"version":"0.0.0"')]), /is from drista 0\.0\.0/);
  });
  test('another binary', () => {
    expectRefusal(drista(['--resume', replaced(/"buildId":"[^"]*"/, '"buildId":"00"')]), /build id differs/);
  });
  test('another place', () => {
    expectRefusal(drista(['--resume', replaced(/"path":"[^"]*"/, '"path":"/x"')]), /is about \/x, whose place/);
  });
  test('other options', () => {
    expectRefusal(
      drista(['--resume', good, '--model', 'sc']),
      /--model comes from the file that --resume names: leave it out/,
    );
    expectRefusal(drista(['--resume', good, '--keep-going']), /--keep-going comes from the file/);
    expectRefusal(drista(['--resume', good, program]), /the program \(.*\) comes from the file/);
    expectRefusal(drista(['--resume', good, '--', 'x']), /what the program is given \(x\) comes from/);
  });
  test('nothing of that: it goes on', () => {
    expect(drista(['--resume', good])).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^verified.*3 executions/) as string,
    });
  });
});
