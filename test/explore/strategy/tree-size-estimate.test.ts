/** The estimate of how much is explored: not far off in the middle. */
import { Estimate } from '../../../src/explore/strategy/tree-size-estimate';
import { explore } from '../../../src/explore/explorer';
import type { ModelName } from '../../../src/model/names';
import type { Program } from '../../../src/program/program';
import { counter, fib, petersonTry, ticketTry, treiber } from '../../oracle/larger';

const programs: [string, () => Program, ModelName][] = [
  ['counter', () => counter(3, 2), 'sc'],
  ['counter of two', () => counter(2, 4), 'rc11'],
  ['fib', () => fib(4), 'sc'],
  ['fib', () => fib(4), 'rc11'],
  ['peterson', () => petersonTry(4), 'sc'],
  ['treiber', () => treiber(3, 1), 'rc11'],
  ['ticket', () => ticketTry(4), 'rc11'],
];

test.each(programs)('%s', (_name, make, model) => {
  const { executions } = explore(make(), { model, equivalence: 'observational' });
  for (const part of [0.5, 0.75]) {
    const { explored } = explore(make(), {
      model,
      equivalence: 'observational',
      maxExecutions: Math.ceil(part * executions),
    });
    expect(explored! / part).toBeGreaterThan(1 / 4);
    expect(explored! / part).toBeLessThan(2);
  }
});

describe('learning', () => {
  const middle = [{ choices: 2, begun: 2, deferred: false }];

  test('nothing known: branches are equally large', () => {
    expect(new Estimate().done(middle)).toBeCloseTo(1 / 3);
    expect(new Estimate().done([])).toBe(0);
  });

  test('what was small is taken to be small again', () => {
    const estimate = new Estimate();
    estimate.learn({ first: 100, later: 50, deferred: 10 }, 2);
    expect(estimate.done(middle)).toBeCloseTo(1 / 1.6, 1);
  });
});
