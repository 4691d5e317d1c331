/** Code from before C11, under the memory models of the processors that it was written for. */
import { explore } from '../../src/explore/explorer';
import type { ModelName } from '../../src/model/names';
import { buildText, hasPass, withProgram } from '../support/compiled';

const inClang = hasPass ? describe : describe.skip;

/** The errors that are found where plain and volatile accesses are taken for relaxed ones. */
function errors(text: string, model: ModelName): string[] {
  return withProgram(
    buildText(text),
    (program) => {
      const { errors, limitsHit } = explore(program, { model, equivalence: 'observational' });
      expect(limitsHit).toEqual([]);
      return errors.map((e) => e.kind);
    },
    { races: model === 'sc' ? 'sc' : 'relaxed' },
  );
}

const mfence = '__asm__ volatile("mfence" ::: "memory");';
const barrier = '__asm__ volatile("" ::: "memory");';
const locked = '__asm__ volatile("lock; addl $0, 0(%%rsp)" ::: "memory");';

/**
 * Peterson's lock. `between`: the two stores of a thread that wants it; `entering`: before it waits; `leaving`: before
 * it unlocks.
 */
const peterson = (between: string, entering: string, leaving: string): string => `#include <assert.h>
#include <pthread.h>
static volatile int wants[2], turn;
static int inside;
static void *thread(void *arg) {
  int self = arg != 0;
  wants[self] = 1;
  ${between}
  turn = !self;
  ${entering}
  while (wants[!self] && turn == !self) ;
  inside++;
  assert(inside == 1);
  inside--;
  ${leaving}
  wants[self] = 0;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, thread, &t);
  thread(0);
  return pthread_join(t, 0);
}
`;

inClang("Peterson's lock of volatile variables", () => {
  test.each<[string, string, string, ModelName, string[]]>([
    [barrier, barrier, barrier, 'sc', []],
    [barrier, barrier, barrier, 'tso', ['assertion']],
    [mfence, barrier, mfence, 'tso', ['assertion']],
    [barrier, mfence, barrier, 'tso', []],
    [barrier, locked, barrier, 'tso', []],
    // What a thread does inside may take effect after it has left.
    [mfence, mfence, barrier, 'pso', ['assertion']],
    // Who stores `turn` first may pass both who has waited and who has not yet wanted.
    [barrier, mfence, mfence, 'pso', ['assertion']],
    [mfence, mfence, mfence, 'pso', []],
    // No fence comes after the loop: under rc11 the loads inside may be older.
    [mfence, mfence, mfence, 'rc11', ['assertion']],
  ])('with %s, %s and %s under %s: %j', (between, entering, leaving, model, found) => {
    expect(errors(peterson(between, entering, leaving), model)).toEqual(found);
  });
});

test.each<[ModelName, string[]]>([
  ['sc', []],
  ['tso', []],
  ['pso', ['assertion']],
  ['rc11', ['assertion']],
])('data that a volatile flag passes, under %s: %j', (model, found) => {
  const text = `#include <assert.h>
#include <pthread.h>
static volatile int ready;
static int data;
static void *sender(void *arg) { data = 42; ready = 1; return arg; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, sender, 0);
  if (ready) assert(data == 42);
  return pthread_join(t, 0);
}
`;
  expect(errors(text, model)).toEqual(found);
});
