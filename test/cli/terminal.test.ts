/** The report on a terminal (a pseudo-terminal of script(1)): colors and width; and folding of compiled programs. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { buildText } from '../support/compiled';
import { drista, folder } from '../support/command';
import { top } from '../support/paths';

const command = join(top, 'drista');
const ESC = String.fromCharCode(27);

/** What drista prints on a terminal with so many columns. */
function onTerminal(columns: number, args: readonly string[], env: NodeJS.ProcessEnv = {}): string {
  const line = `stty cols ${columns} && exec ${[command, ...args].join(' ')} 2>/dev/null`;
  const done = spawnSync('script', ['-qec', line, '/dev/null'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: undefined, FORCE_COLOR: undefined, TERM: 'xterm', SHELL: '/bin/sh', ...env },
    input: '',
  });
  return done.stdout.replaceAll('\r\n', '\n');
}

const plainText = (text: string): string => text.replace(new RegExp(`${ESC}\\[\\d+m`, 'g'), '');

let race = '';
beforeAll(() => {
  race = buildText(`#include <pthread.h>
#include <stdatomic.h>
int shared_data;
atomic_int is_ready;
void *sender(void *a) {
  shared_data = 1;
  atomic_store_explicit(&is_ready, 1, memory_order_relaxed);
  return a;
}
void *receiver(void *a) {
  if (atomic_load_explicit(&is_ready, memory_order_acquire)) shared_data = 2;
  return a;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, sender, 0), pthread_create(&u, 0, receiver, 0);
  pthread_join(t, 0), pthread_join(u, 0);
}
`);
});

test.each([40, 80, 120])('a terminal of %i columns: no line is longer, nothing is lost', (columns) => {
  const text = onTerminal(columns, [race]);
  expect(text).toContain(`${ESC}[31merror:${ESC}[39m data race`);
  const lines = plainText(text).split('\n');
  for (const line of lines)
    if (!/^(?:See it again|or elsewhere): |\/\S*source/.test(line))
      expect([...line].length).toBeLessThanOrEqual(columns);
  const words = (of: string): string[] =>
    of
      .replace(/\d+\.\d s/, '')
      .split(/\s+/)
      .filter((w) => w !== '')
      .sort();
  // The narrow form names the thread of each event in place of a first line.
  if (columns > 40) expect(words(plainText(text))).toEqual(words(drista([race]).stdout));
});

test('a pipe has no colors and one width', () => {
  const piped = drista([race], { COLUMNS: '40', TERM: 'xterm', NO_COLOR: undefined, FORCE_COLOR: undefined }).stdout;
  expect(piped).not.toContain(ESC);
  expect(piped).toMatch(/^ {2}main {5,}thread 1 \(sender\) +thread 2 \(receiver\)$/m);
});

test('NO_COLOR, FORCE_COLOR and --color', () => {
  expect(onTerminal(80, [race], { NO_COLOR: '1' })).not.toContain(`${ESC}[3`);
  expect(onTerminal(80, ['--color', 'never', race])).not.toContain(`${ESC}[3`);
  expect(drista([race], { FORCE_COLOR: '1' }).stdout).toContain(`${ESC}[31merror:`);
  expect(drista(['--colour', 'always', race]).stdout).toContain(`${ESC}[31merror:`);
  expect(drista(['--color', 'always', '--report', 'json=-', race]).stdout).not.toContain(ESC);
});

test('replay has the colors, too', () => {
  const saved = join(folder, 'race.json');
  drista(['--save', saved, race]);
  expect(drista(['replay', '--color', 'always', saved]).stdout).toContain(`${ESC}[31merror:`);
  expect(drista(['replay', saved]).stdout).not.toContain(ESC);
});

/** A thread increments x. `claims`, line 9, stands beside it in main. */
const besideIncrement = (claims: string, after = ''): string =>
  buildText(`#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
void *add(void *a) { x++; return a; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, add, 0);
  ${claims}
  pthread_join(t, 0);
  ${after}
}
`);

test('one expansion of assert() is no loop', () => {
  const { stdout } = drista([besideIncrement('assert(x == 2 || x == 2 || x == 2 || x == 2);')]);
  expect(stdout).not.toMatch(/of this loop/);
  expect(stdout.match(/:9 {2}x\.load\(seq_cst\) = \d/g)).toHaveLength(4);
});

test('a loop around an assertion is one', () => {
  const program = besideIncrement('for (int i = 0; i < 6; i++) assert(x != 7);', 'assert(x == 0);');
  expect(drista([program]).stdout).toMatch(/:9 {2}x\.load\(seq_cst\) = \d .*\n +… \d+ more iterations? of this loop/);
});

test('what is before a barrier of all threads is one line', () => {
  const program = buildText(`#include <pthread.h>
#include <stdatomic.h>
pthread_barrier_t b;
atomic_int noise;
int data;
void *work(void *a) {
  noise++, noise++;
  pthread_barrier_wait(&b);
  data++;
  return a;
}
int main(void) {
  pthread_t t;
  pthread_barrier_init(&b, 0, 2);
  pthread_create(&t, 0, work, 0);
  work(0);
  pthread_join(t, 0);
}
`);
  const { stdout } = drista([program]);
  expect(stdout).toMatch(/^ {2}… \d+ events before all threads were synchronised \(-v shows them\)$/m);
  expect(stdout).not.toMatch(/noise/);
  expect(drista(['-v', program]).stdout).toMatch(/noise\.fetch_add/);
});
