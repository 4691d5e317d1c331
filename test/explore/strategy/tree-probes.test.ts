/** Estimates of how many executions there are, against their numbers. All random numbers are the same each time. */
import { explore } from '../../../src/explore/explorer';
import type { ExploreOptions } from '../../../src/explore/explore-options';
import { RandomNumbers } from '../../../src/explore/strategy/random-numbers';
import { partitionState } from '../../../src/explore/strategy/rf-partition';
import type { StrategyFactory } from '../../../src/explore/strategy/strategy';
import { TreeProbes } from '../../../src/explore/strategy/tree-probes';
import { modelNames, type ModelName } from '../../../src/model/names';
import { dataProgram } from '../../oracle/data-program';
import { counter, fib } from '../../oracle/larger';
import type { Program } from '../../../src/program/program';
import type { Litmus } from '../../oracle/litmus';
import { randomLitmus } from '../../oracle/random';

const optionsOf = (model: ModelName): ExploreOptions => ({ model, equivalence: 'rf', keepGoing: true });

/** The estimate after so many paths; undefined: there is none. */
function estimate(program: Program, model: ModelName, paths: number): number | undefined {
  let total: number | undefined;
  const probing: StrategyFactory<unknown> = {
    name: 'partition',
    applies: () => true,
    create: (context) => ({
      run: () => {
        const probes = new TreeProbes(partitionState(context), new RandomNumbers(1));
        for (let i = 0; i < paths; i++) Array.from(probes.probe());
        ({ total } = probes);
      },
      resume: () => undefined,
      checkpoint: () => undefined,
      explored: () => undefined,
      counts: context.session.counts,
    }),
  };
  explore(program, optionsOf(model), [probing]);
  return total;
}

const exact = (program: Program, model: ModelName): number => explore(program, optionsOf(model)).executions;

test('a tree whose states have the same numbers of branches: each path counts all', () => {
  const litmus: Litmus = {
    locs: 1,
    threads: Array.from({ length: 4 }, () => [{ op: 'U', k: 'add', x: 0, o: 'rlx', r: 'a', v: 1, e: 0 }]),
  };
  expect(exact(dataProgram(litmus), 'rc11')).toBe(24);
  expect(estimate(dataProgram(litmus), 'rc11', 400)! / 24).toBeCloseTo(1, 1);
});

test('few paths, and paths that differ much, give no estimate', () => {
  expect(estimate(fib(3), 'rc11', 40)).toBeUndefined();
});

test.each([
  ['counter', () => counter(2, 3)],
  ['fib', () => fib(3)],
])('%s', (_, make) => {
  const ratio = estimate(make(), 'rc11', 2000)! / exact(make(), 'rc11');
  expect(ratio).toBeGreaterThan(0.8);
  expect(ratio).toBeLessThan(1.25);
});

test.each(modelNames)('random programs under %s', (model) => {
  let [sum, programs] = [0, 0];
  for (const litmus of [...randomLitmus({}, 71, 12), ...randomLitmus({ mutexes: 2, maxOps: 12 }, 72, 12)]) {
    const executions = exact(dataProgram(litmus), model);
    const total = estimate(dataProgram(litmus), model, 400);
    if (total === undefined || executions === 0) continue;
    sum += total / executions;
    programs++;
  }
  expect(programs).toBeGreaterThan(10);
  expect(sum / programs).toBeGreaterThan(0.85);
  expect(sum / programs).toBeLessThan(1.15);
});
