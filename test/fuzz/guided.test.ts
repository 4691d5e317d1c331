import { explore } from '../../src/explore/explorer';
import { modelsWithoutCycles } from '../../src/model/names';
import { isReadLike } from '../../src/program/label';
import { bruteForce } from '../oracle/brute';
import { dataProgram } from '../oracle/data-program';
import { valueKey } from '../oracle/execution';
import { guided } from '../oracle/guided';
import type { Litmus } from '../oracle/litmus';
import { randomLitmus } from '../oracle/random';

/** The values that 300 guided executions read. */
function walked(litmus: Litmus, model: (typeof modelsWithoutCycles)[number]): { values: Set<string>; errors: number } {
  const values = new Set<string>();
  const { errors } = explore(
    dataProgram(litmus),
    {
      model,
      equivalence: 'observational',
      keepGoing: true,
      onExecution: ({ graph }) => {
        values.add(
          valueKey(graph!.threads.map((events) => events.filter((e) => isReadLike(e.label)).map((e) => e.read))),
        );
      },
    },
    guided(300, 1),
  );
  return { values, errors: errors.length };
}

test.each(modelsWithoutCycles)('under %s takes no execution that does not exist, and most that do', (model) => {
  let found = 0;
  let all = 0;
  for (const litmus of [...randomLitmus({}, 171, 8), ...randomLitmus({ mutexes: 2, maxOps: 12 }, 172, 8)]) {
    const { value, deadlocks } = bruteForce(litmus, model);
    const { values, errors } = walked(litmus, model);
    expect([...values].filter((v) => !value.has(v))).toEqual([]);
    expect(errors > 0 && deadlocks.size === 0).toBe(false);
    found += values.size;
    all += value.size;
  }
  expect(found / all).toBeGreaterThan(0.6);
});
