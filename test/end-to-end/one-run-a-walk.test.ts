/** A run goes on by the ranks of the walk that it is made for, and so shows all of it (runtime/core/policy.c). */
import { explore } from '../../src/explore/explorer';
import type { StrategyName } from '../../src/explore/strategies';
import { buildText, withProgram } from '../support/compiled';

const sections = buildText(`#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int a[4], total;
static void *work(void *p) {
  for (int i = 0; i < 20; i++) {
    pthread_mutex_lock(&m);
    a[(i + (long)p) % 4] += i + total++;
    pthread_mutex_unlock(&m);
  }
  return 0;
}
int main(void) {
  pthread_t t[3];
  for (long i = 0; i < 3; i++) pthread_create(&t[i], 0, work, (void *)i);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  assert(total == 60);
  return 0;
}
`);

test.each<StrategyName>(['random', 'pos', 'surw'])('%s: each walk takes about one run', (strategy) => {
  withProgram(sections, (program) => {
    const { errors, executions } = explore(program, {
      model: 'rc11',
      equivalence: 'observational',
      strategy,
      maxExecutions: 30,
    });
    expect([errors, executions]).toEqual([[], 30]);
    expect(program.runs).toBeLessThan(36);
  });
});

test.each<StrategyName>(['pct', 'pctwm'])('%s: a walk takes a run more for each change of a priority', (strategy) => {
  withProgram(sections, (program) => {
    explore(program, { model: 'rc11', equivalence: 'observational', strategy, depth: 2, maxExecutions: 30 });
    expect(program.runs).toBeLessThan(strategy === 'pct' ? 64 : 124);
  });
});
