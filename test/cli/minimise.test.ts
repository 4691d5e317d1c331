/** Shorter counterexamples of compiled programs: what is reported, and what stays as it was. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildText } from '../support/compiled';
import { drista, folder } from '../support/command';

interface Found {
  readonly kind: string;
  readonly message: string;
  readonly locations: readonly { readonly line: number }[];
  readonly events: readonly { readonly thread: string; readonly operation: string; readonly line?: number }[];
  readonly contextSwitches: number;
  readonly shortenedFrom?: { readonly contextSwitches: number; readonly events: number };
  readonly execution: string;
}

interface Report {
  readonly verdict: string;
  readonly executions: number;
  readonly blocked: number;
  readonly runs: number;
  readonly events: number;
  readonly nodes: number;
  readonly deadEnds: number;
  readonly notes: readonly string[];
  readonly errors: readonly Found[];
}

function check(program: string, ...options: string[]): Report {
  const done = drista([...options, '--report', 'json=-', program]);
  expect(done.stderr).toBe('');
  return JSON.parse(done.stdout) as Report;
}

/** A bounded search that does not depend on time. */
const bounded = ['--tune', 'minimise=100'];

/** The error needs main to be between two steps of thread 1; thread 2 has nothing to do with it. */
const between = `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y, noise;
void *steps(void *a) {
  x = 1;
  y = 1;
  for (int i = 0; i < 3; i++) noise++;
  y = 2;
  x = 2;
  return a;
}
void *idle(void *a) {
  for (int i = 0; i < 3; i++) noise++;
  return a;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&u, 0, idle, 0), pthread_create(&t, 0, steps, 0);
  int b = y, a = x;
  assert(!(a == 1 && b == 1));
  pthread_join(t, 0), pthread_join(u, 0);
}
`;

let program = '';
beforeAll(() => {
  program = buildText(between);
});

test('an assertion: the fewest switches, without what does not matter', () => {
  const { errors } = check(program, ...bounded);
  expect(errors).toHaveLength(1);
  const [{ contextSwitches, events, shortenedFrom, locations }] = errors;
  expect(locations.map((l) => l.line)).toEqual([21]);
  expect(contextSwitches).toBe(2);
  expect([...new Set(events.map((e) => e.thread.replace(/ .*/, '')))]).toHaveLength(2);
  expect(shortenedFrom!.contextSwitches).toBeGreaterThan(2);
  expect(shortenedFrom!.events).toBeGreaterThan(events.length);
});

test('the counts are those of the check', () => {
  const counts = ({ verdict, executions, blocked, runs, events, nodes, deadEnds, notes }: Report): object => ({
    ...{ verdict, executions, blocked, runs, events, nodes, deadEnds, notes },
  });
  const found = check(program, '--tune', 'minimise=off');
  expect(found.errors[0]).not.toHaveProperty('shortenedFrom');
  expect(counts(check(program))).toEqual(counts(found));
  expect(counts(check(program, ...bounded))).toEqual(counts(found));
});

test('the search by executions has the same result each time, and with more workers', () => {
  const [first] = check(program, ...bounded).errors;
  expect(check(program, ...bounded).errors).toEqual([first]);
  expect(check(program, ...bounded, '--tune', 'isolation=process').errors).toEqual([first]);
  expect(check(program, ...bounded, '--jobs', '2').errors[0].contextSwitches).toBe(2);
});

test('the text says by how much, and the saved execution can be run again', () => {
  const done = drista(['--save', join(folder, 'between/'), ...bounded, program]);
  expect(done.status).toBe(1);
  expect(done.stdout).toMatch(
    /^note: shortened from \d+ to 2 context switches, from \d+ to \d+ events \(--tune minimise=off: as found\)$/m,
  );
  const [file] = readdirSync(join(folder, 'between'));
  const path = join(folder, 'between', file);
  const saved = JSON.parse(readFileSync(path, 'utf8')) as { steps: readonly object[]; name: string };
  expect(file).toBe(`${saved.name}.json`);
  for (let i = 0; i < 3; i++) {
    const again = drista(['replay', path]);
    expect(again.stderr).toBe('');
    expect(again.status).toBe(1);
  }
});

test('--tune minimise=off shows the execution as it was found', () => {
  const found = drista(['--tune', 'minimise=off', program]).stdout;
  expect(found).not.toMatch(/shortened/);
  expect(drista(['--tune', 'minimise=off', program]).stdout).toContain(found.slice(0, found.indexOf('See it again')));
  expect(drista(['--tune', 'minimise=on', '--tune', 'minimise=100', program]).stdout).toMatch(/shortened/);
});

test('a limit of time or of preemptions is respected', () => {
  expect(check(program, '--time-limit', '30', ...bounded).errors).toHaveLength(1);
  const { errors } = check(program, '--bound', 'preemptions=1', ...bounded);
  expect(errors.map((e) => e.contextSwitches)).toEqual([2]);
});

test('all errors stay, each with its own length', () => {
  const two = buildText(`#include <pthread.h>
#include <stdatomic.h>
int a, b;
atomic_int go;
void *one(void *x) { go = 1; a = 1; b = 1; return x; }
void *two(void *x) { if (go) a = 2; else b = 2; return x; }
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, one, 0), pthread_create(&u, 0, two, 0);
  pthread_join(t, 0), pthread_join(u, 0);
}
`);
  const places = ({ errors }: Report): string[] =>
    errors
      .map(
        (e) =>
          `${e.kind} ${e.locations
            .map((l) => l.line)
            .sort()
            .join()} ${e.message.split(':')[0]}`,
      )
      .sort();
  const found = check(two, '--keep-going', '--tune', 'minimise=off');
  expect(found.errors).toHaveLength(2);
  const shorter = check(two, '--keep-going', ...bounded);
  expect(places(shorter)).toEqual(places(found));
  for (const e of shorter.errors) expect(e.contextSwitches).toBeLessThanOrEqual(2);
});

test('a livelock and a deadlock end as they did', () => {
  const waits = buildText(`#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
atomic_int ready, other;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
void *spin(void *x) { other = 2; while (!ready) {} return x; }
void *lock(void *x) {
  pthread_mutex_lock(&m), pthread_mutex_lock(&n);
  pthread_mutex_unlock(&n), pthread_mutex_unlock(&m);
  return x;
}
int main(int argc, char **argv) {
  pthread_t t;
  if (!strcmp(argv[1], "spin")) {
    pthread_create(&t, 0, spin, 0);
    other = 1;
    if (other == 1) ready = 1;
  } else {
    pthread_create(&t, 0, lock, 0);
    pthread_mutex_lock(&n), pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m), pthread_mutex_unlock(&n);
  }
  pthread_join(t, 0);
}
`);
  for (const [how, kind] of [
    ['spin', 'livelock'],
    ['lock', 'deadlock'],
  ]) {
    const done = drista(['--save', join(folder, `${how}.json`), ...bounded, waits, '--', how]);
    expect(done.stdout).toMatch(new RegExp(`^error: ${kind}`));
    expect(drista(['replay', join(folder, `${how}.json`)]).status).toBe(1);
  }
});

test('a correct program is not run more often', () => {
  const correct = buildText(`#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
void *add(void *a) { x++; return a; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, add, 0);
  x++;
  pthread_join(t, 0);
}
`);
  const same = (r: Report): object => ({ ...r, seconds: 0, peakMemory: 0 });
  expect(same(check(correct, ...bounded))).toEqual(same(check(correct, '--tune', 'minimise=off')));
});
