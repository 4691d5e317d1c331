/** Ctrl-C: drista says how far it came, and leaves nothing behind. */
import { buildText } from '../support/compiled';
import { processesOf, startDrista, underWay } from '../support/command';

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
  expect(done.stdout).toContain('what several workers have explored is not kept');
  expect(done.status).toBe(3);
  expect(processesOf(program)).toBe(0);
});

// The run would go on for longer than the test may take: that drista ends shows that it does not wait for the run.
test.each([
  [1, 'the check was ended before it could write one'],
  [3, 'what several workers have explored is not kept'],
])('while a single run goes on and on, --jobs %d', async (jobs, note) => {
  const program = buildText('int main(void) { for (;;) __asm__ volatile(""); }');
  const done = await interrupted(program, ['--run-limit', '1000', '--jobs', String(jobs)], 'SIGINT');
  expect(done).toMatchObject({ status: 3, stderr: '' });
  expect(done.stdout).toMatch(/inconclusive: .*not explored: what was left when it was interrupted/);
  expect(done.stdout).toContain(note);
  expect(processesOf(program)).toBe(0);
});
