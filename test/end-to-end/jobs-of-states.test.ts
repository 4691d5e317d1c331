/** Several workers explore states. */
import { drista } from '../support/command';
import { buildText } from '../support/compiled';

/** Threads that add to a number as if nobody else did. */
const lostUpdates = (threads: number, wrong: number): string =>
  buildText(`#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, done;
static void *add(void *p) {
  int v = atomic_load(&x);
  atomic_store(&x, v + 1);
  atomic_fetch_add(&done, 1);
  return p;
}
int main(void) {
  pthread_t t[${threads}];
  for (int i = 0; i < ${threads}; i++) pthread_create(&t[i], 0, add, 0);
  for (int i = 0; i < ${threads}; i++) pthread_join(t[i], 0);
  assert(x != ${wrong});
}`);

interface Found {
  readonly verdict: string;
  readonly executions: number;
  readonly states: number;
  readonly notes: readonly string[];
  readonly errors: readonly { readonly message: string }[];
}

function check(program: string, ...options: string[]): Found {
  const args = [
    '--model',
    'sc',
    '--equivalence',
    'state',
    '--tune',
    'minimise=off',
    '--report',
    'json=-',
    ...options,
    program,
  ];
  return JSON.parse(drista(args).stdout) as Found;
}

test('two and three find what one finds, and the same states as each other', () => {
  const program = lostUpdates(6, 3);
  const [one, two, three] = ['1', '2', '3'].map((n) => check(program, '--keep-going', '--jobs', n));
  expect(one).toMatchObject({ verdict: 'error', notes: [] });
  for (const several of [two, three]) {
    const { verdict, executions, notes, errors } = several;
    expect({ verdict, executions, notes }).toEqual({
      verdict: one.verdict,
      executions: one.executions,
      notes: one.notes,
    });
    expect(errors.map(({ message }) => message)).toEqual(one.errors.map(({ message }) => message));
  }
  expect(three.states).toBe(two.states);
});

test('few states: one worker explores them, and this is said', () => {
  const { verdict, notes } = check(lostUpdates(3, 0), '--jobs', '2');
  expect({ verdict, notes }).toEqual({
    verdict: 'verified',
    notes: ['--jobs had no effect: one worker explored the states, as they are few or kept showing something new'],
  });
});
