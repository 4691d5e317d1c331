/** A program that creates threads for ever: its executions are cut off where a run may have no more threads. */
import { buildText, check } from '../support/compiled';

const creating = (body: string): string => `#include <pthread.h>
  int x;
  static void *f(void *p) { ${body} return p; }
  int main(void) { pthread_t t; for (;;) pthread_create(&t, 0, f, 0); }`;

test('a data race of the first threads is found', () => {
  const verdict = check(buildText(creating('x++;')), { model: 'rc11', equivalence: 'observational' });
  expect([verdict.errors.map((e) => e.kind), verdict.limitsHit]).toEqual([['data-race'], ['threads']]);
});

test.each(['observational', 'state'] as const)('without one nothing is claimed (%s)', (equivalence) => {
  const verdict = check(buildText(creating('')), { model: 'rc11', equivalence });
  expect([verdict.errors, verdict.limitsHit]).toEqual([[], ['threads']]);
});
