/** What an exploration forgets where it takes too much memory. */
import { explore } from '../../src/explore/explorer';
import type { ExploreOptions } from '../../src/explore/explore-options';
import type { ModelName } from '../../src/model/names';
import type { Program } from '../../src/program/program';
import { counter, petersonTry } from '../oracle/larger';

test('an exploration ends where what is known of the program has no more room', () => {
  for (const [model, explicit] of [
    ['rc11', true],
    ['sc', true],
    ['sc', false],
  ] as const) {
    const program = counter(3, 2);
    let left = 0;
    const { executions, ...verdict } = explore(program, {
      model,
      equivalence: 'observational',
      explicit,
      memory: { hasRoom: () => program.nodes.length <= 40 },
      onLimit: () => left++,
    });
    expect(verdict).toMatchObject({ limitsHit: ['memory'], errors: [] });
    expect(left).toBe(0);
    expect(executions).toBeLessThan(100);
  }
});

describe('explorations with little memory', () => {
  const programs: [string, () => Program, ModelName][] = [
    ['counter', () => counter(3, 2), 'rc11'],
    ['counter', () => counter(3, 2), 'sc'],
    ['peterson', () => petersonTry(2), 'sc'],
  ];
  const again = 'there are more states than are kept in memory: from some on, what was explored may be explored again';
  const twice = 'there are more executions than are kept in memory: from some on, the same one may be counted again';

  test.each(programs)('%s: as many executions, and a note', (_name, make, model) => {
    const options: ExploreOptions = { model, equivalence: 'observational', explicit: false, merging: true };
    const all = explore(make(), options);
    const few = explore(make(), { ...options, memory: { states: 100 } });
    expect([all.notes, few.notes]).toEqual([[], [again]]);
    expect([few.executions, few.errors]).toEqual([all.executions, []]);
    expect(few.states).toBeGreaterThan(all.states);
    const some = explore(make(), { ...options, memory: { states: 100, executions: 100 } });
    expect(some.notes.slice().sort()).toEqual([twice, again].sort());
    expect(some.executions).toBeGreaterThan(all.executions);
  });

  test('explicit states: the same', () => {
    const options: ExploreOptions = { model: 'sc', equivalence: 'observational' };
    const all = explore(counter(3, 2), options);
    const some = explore(counter(3, 2), { ...options, memory: { executions: 100 } });
    expect([all.notes, some.notes]).toEqual([[], [twice]]);
    expect(some.executions).toBeGreaterThan(all.executions);
  });
});
