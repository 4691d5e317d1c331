import { explore } from '../../../src/explore/explorer';
import type { ExploreOptions } from '../../../src/explore/explore-options';
import { modelNames, type ModelName } from '../../../src/model/names';
import { isReadLike } from '../../../src/program/label';
import { bruteForce } from '../../oracle/brute';
import { dataProgram } from '../../oracle/data-program';
import { valueKey } from '../../oracle/execution';
import type { Litmus } from '../../oracle/litmus';
import { randomLitmus } from '../../oracle/random';

/** The values that the walks' executions read. */
function walked(
  litmus: Litmus,
  model: ModelName,
  options: Partial<ExploreOptions>,
): { values: Set<string>; limitsHit: readonly string[]; errors: number } {
  const values = new Set<string>();
  const { limitsHit, errors } = explore(dataProgram(litmus), {
    model,
    equivalence: 'observational',
    maxExecutions: 300,
    keepGoing: true,
    ...options,
    onExecution: ({ graph }) => {
      values.add(
        valueKey(graph!.threads.map((events) => events.filter((e) => isReadLike(e.label)).map((e) => e.read))),
      );
    },
  });
  return { values, limitsHit, errors: errors.length };
}

/** Which part of the executions 300 walks find at least. */
const parts = { portfolio: 0.65, random: 0.7, pct: 0.5, pos: 0.5, surw: 0.5, pctwm: 0.35 } as const;
const samplers = Object.keys(parts) as (keyof typeof parts)[];

describe.each(samplers)('%s', (strategy) => {
  test.each(modelNames)('under %s takes no execution that does not exist, and most that do', (model) => {
    let found = 0;
    let all = 0;
    for (const litmus of [...randomLitmus({}, 71, 8), ...randomLitmus({ mutexes: 2, maxOps: 12 }, 72, 8)]) {
      const { value } = bruteForce(litmus, model);
      const { values, limitsHit, errors } = walked(litmus, model, { strategy });
      expect([...values].filter((v) => !value.has(v))).toEqual([]);
      expect(limitsHit).toEqual(['sample']);
      expect(errors > 0 && bruteForce(litmus, model).deadlocks.size === 0).toBe(false);
      found += values.size;
      all += value.size;
    }
    expect(found / all).toBeGreaterThan(parts[strategy]);
  });

  test('reads old values', () => {
    const message: Litmus = {
      locs: 2,
      threads: [
        [
          { op: 'W', x: 0, o: 'rlx', v: 1 },
          { op: 'W', x: 1, o: 'rlx', v: 1 },
        ],
        [
          { op: 'R', x: 1, o: 'rlx', r: 'a' },
          { op: 'R', x: 0, o: 'rlx', r: 'b' },
        ],
      ],
    };
    expect(walked(message, 'rc11', { strategy }).values.size).toBe(4);
    expect(walked(message, 'sc', { strategy }).values.size).toBe(3);
  });

  test('a thread may begin before one with a lower number', () => {
    const later: Litmus = {
      locs: 1,
      threads: [
        [
          { op: 'C', t: 2 },
          { op: 'J', t: 2 },
          { op: 'C', t: 1 },
          { op: 'J', t: 1 },
        ],
        [{ op: 'W', x: 0, o: 'rlx', v: 1 }],
        [{ op: 'R', x: 0, o: 'rlx', r: 'a' }],
      ],
    };
    expect(walked(later, 'rc11', { strategy }).values.size).toBe(1);
  });

  test('chance is given up when it brings nothing new for long', () => {
    const one: Litmus = {
      locs: 1,
      threads: [[{ op: 'R', x: 0, o: 'rlx', r: 'a' }], [{ op: 'W', x: 0, o: 'rlx', v: 1 }]],
    };
    const { executions, notes, limitsHit } = explore(dataProgram(one), {
      model: 'rc11',
      equivalence: 'observational',
      strategy,
    });
    expect(executions).toBeGreaterThanOrEqual(1040);
    expect(executions).toBeLessThan(1100);
    expect([notes, limitsHit]).toEqual([
      [
        `${executions} executions were chosen by chance, 2 of them different`,
        'the last 1040 executions that chance chose had all been seen before: no more were tried',
      ],
      ['sample'],
    ]);
  });

  test('the same seed, the same executions', () => {
    const [litmus] = randomLitmus({ maxOps: 14, blocks: 6 }, 73, 1);
    const of = (seed: number): string[] => [...walked(litmus, 'rc11', { strategy, seed, maxExecutions: 10 }).values];
    expect(of(5)).toEqual(of(5));
  });
});
