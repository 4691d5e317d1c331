/** Ctrl-C: drista says how far it came, and leaves nothing behind. */
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { buildText } from '../support/compiled';
import { folder, processesOf, startDrista, underWay } from '../support/command';

const counting = (rounds: number): string =>
  buildText(`#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y, z;
static void *f(void *a) { for (int i = 0; i < ${rounds}; i++) { atomic_fetch_add(&x, 1); atomic_fetch_add(&y, 1);
atomic_fetch_add(&z, 1); } return a; }
int main(void) { pthread_t t[4]; for (int i = 0; i < 4; i++) pthread_create(&t[i], 0, f, 0);
for (int i = 0; i < 4; i++) pthread_join(t[i], 0); return 0; }
`);

async function interrupted(
  program: string,
  args: readonly string[],
  signal: NodeJS.Signals,
): Promise<{ status: number | null; stdout: string; stderr: string }> {
  const child = startDrista([...args, program]);
  let [stdout, stderr] = ['', ''];
  child.stdout!.on('data', (data) => {
    stdout += String(data);
  });
  child.stderr!.on('data', (data) => {
    stderr += String(data);
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  await underWay(program, 1000);
  child.kill(signal);
  return { status: await ended, stdout, stderr };
}

test.each(['SIGINT', 'SIGTERM'] as const)('%s while executions are explored', async (signal) => {
  const program = counting(3);
  const done = await interrupted(program, ['--equivalence', 'observational'], signal);
  expect(done.stderr).toBe('');
  expect(done.stdout).toMatch(
    /inconclusive: no error so far .*\((\d+) executions.*not explored: what was left when it was interrupted/,
  );
  expect(done.status).toBe(3);
  expect(processesOf(program)).toBe(0);
});

test('several workers', async () => {
  const program = counting(3);
  const done = await interrupted(program, ['--jobs', '3', '--equivalence', 'rf'], 'SIGINT');
  expect(done.stderr).toBe('');
  expect(done.stdout).toMatch(
    /inconclusive: no error so far .*\((\d+) executions.*not explored: what was left when it was interrupted/,
  );
  expect(done.stdout).toMatch(/go on with: drista --resume \S+/);
  expect(done.status).toBe(3);
  expect(processesOf(program)).toBe(0);
});

// The run would go on for longer than the test may take: that drista ends shows that it does not wait for the run.
test.each([1, 3])('while a single run goes on and on, --jobs %d', async (jobs) => {
  const program = buildText('int main(void) { for (unsigned long n = 0;; n++) __asm__ volatile("" ::"r"(n)); }');
  const done = await interrupted(program, ['--run-limit', '1000', '--jobs', String(jobs)], 'SIGINT');
  expect(done).toMatchObject({ status: 3, stderr: '' });
  expect(done.stdout).toMatch(/inconclusive: .*not explored: what was left when it was interrupted/);
  expect(done.stdout).toContain(
    'note: no file was left to go on with: ' +
      'the check was ended before it could write one (5 s after it was interrupted)',
  );
  expect(existsSync(join(folder, 'drista-out', `${basename(program)}.resume`))).toBe(false);
  expect(processesOf(program)).toBe(0);
});

test('while a shorter execution is looked for: the error is reported', async () => {
  const program = buildText(`#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int s, x, y;
static void *noise(void *a) { for (int i = 0; i < 4; i++) x++, y++; return a; }
static void *even(void *a) { if (s == 0) s = 1; if (s == 2) s = 3; return a; }
static void *odd(void *a) { if (s == 1) s = 2; if (s == 3) s = 4; assert(s != 4); return a; }
int main(void) {
  pthread_t t[5];
  pthread_create(&t[0], 0, even, 0), pthread_create(&t[1], 0, odd, 0);
  for (int i = 2; i < 5; i++) pthread_create(&t[i], 0, noise, 0);
  for (int i = 0; i < 5; i++) pthread_join(t[i], 0);
}
`);
  const child = startDrista(['--strategy', 'random', '--tune', 'minimise=100000000', program]);
  let [stdout, stderr] = ['', ''];
  child.stdout!.on('data', (data) => (stdout += String(data)));
  child.stderr!.on('data', (data) => (stderr += String(data)));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  // The check, the repetition of what is reported, and the search have a server each. The search has no end of its own.
  for (let seen = 0; child.exitCode === null && seen < 20; seen = processesOf(program) < 3 ? 0 : seen + 1)
    await pause(50);
  child.kill('SIGINT');
  expect(await ended).toBe(1);
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^error: assertion `s != 4' failed/);
  expect(stdout).toMatch(/See it again: drista replay/);
  expect(processesOf(program)).toBe(0);
});
