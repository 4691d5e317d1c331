/** --faults: what a check says of them, and that its executions can be seen again, and gone on with. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, buildText } from '../support/compiled';
import { drista, expectRefusal, folder } from '../support/command';
import { top } from '../support/paths';

const program = build([join(top, 'examples', 'out-of-memory-bug.c')]);

/** Three threads, of which each allocates and frees: no errors. */
const correct = buildText(`#include <pthread.h>
#include <stdlib.h>
static void *thread(void *a) { void *volatile block = malloc(24); free(block); return a; }
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, thread, NULL);
  thread(NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
}
`);

test('the verdict says what could fail, and how often', () => {
  expect(drista(['--faults', 'malloc', correct]).stdout).toMatch(
    /^verified: no error .*, equivalence observational, with at most 1 fault \(malloc\) \(4 executions, /,
  );
  expect(drista(['--faults', 'io,malloc:max=3', correct]).stdout).toMatch(
    /^verified: .*, with at most 3 faults \(malloc, io\) \(8 executions, /,
  );
  const done = drista(['--faults', 'malloc', '--faults', 'max=2', '--report', 'json=-', correct]);
  expect(JSON.parse(done.stdout)).toMatchObject({
    executions: 7,
    faults: { kinds: ['malloc'], max: 2, calls: 1 },
    notes: [],
  });
  const together = drista(['--faults', 'malloc:max=2', '-j', '2', '--report', 'json=-', correct]);
  expect((JSON.parse(together.stdout) as { faults: object }).faults).toEqual({ kinds: ['malloc'], max: 2 });
});

test('a note says that no call could fail', () => {
  expect(drista(['--faults', 'io', correct]).stdout).toMatch(
    /^note: no call could fail \(--faults io\): the program makes none in main, or comes to none\n/,
  );
});

test('the report shows the call that fails, not those that do not, and replays', () => {
  expect(drista([program]).status).toBe(0);
  const file = join(folder, 'faults.json');
  const done = drista(['--faults', 'malloc', '--save', file, program]);
  expect(done.status).toBe(1);
  const report = done.stdout.slice(0, done.stdout.indexOf('See it again'));
  expect(report).toContain(' malloc(8) fails: ENOMEM\n');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ faults: { kinds: ['malloc'], most: 1 } });
  const again = drista(['replay', file]);
  expect(again).toMatchObject({ status: 1, stderr: '' });
  expect(again.stdout.slice(0, again.stdout.indexOf('See it again'))).toBe(report);
});

test('an error at the first allocation', () => {
  const first = buildText(`#include <stdlib.h>
int main(void) { char *block = malloc(3); *block = 1; free(block); }
`);
  expect(drista(['--faults', 'malloc', first]).stdout).toMatch(
    /^error: the program crashes: segmentation fault .*\n\n {2}main\n {2}:2 {2}malloc\(3\) fails: ENOMEM\n> :2 {2}seg/,
  );
});

test('an interrupted check goes on with the same faults', () => {
  const limited = ['--faults', 'malloc:max=2', '--max-executions', '2', '--checkpoint', 'faults.resume', correct];
  expect(drista(limited).status).toBe(3);
  expect(drista(['--resume', 'faults.resume']).stdout).toMatch(
    /^verified: .*, with at most 2 faults \(malloc\) \(7 executions, /,
  );
  expectRefusal(drista(['--resume', 'faults.resume', '--faults', 'io']), /--faults io comes from the file/);
});

test('wrong use', () => {
  expectRefusal(drista(['--faults', 'max=2', correct]), /--faults needs malloc or io/);
  expectRefusal(drista(['--faults', 'disk', correct]), /--faults knows malloc, io, max, not 'disk'/);
  expectRefusal(drista(['--faults', 'malloc:max=0', correct]), /--faults max needs a whole number from 1 to 1000/);
  expectRefusal(drista(['--faults', 'malloc=1', correct]), /--faults malloc takes no value/);
});
