/**
 * The value-centric search on random programs against brute force: all combinations of values, nothing that is not an
 * execution, all errors, and at most as many executions as there are Mazurkiewicz traces.
 */
import { explore } from '../../../src/explore/explorer';
import type { Litmus } from '../../oracle/litmus';
import { dataProgram } from '../../oracle/data-program';
import { randomLitmus } from '../../oracle/random';
import { valueCentricShapes } from '../../oracle/shapes';
import { isValueCentric, valueCentricDifferences } from '../../oracle/value-centric';

test.each(Object.entries(valueCentricShapes))('%s', (_, shape) => {
  const programs = randomLitmus(shape, 41, 24).filter(isValueCentric);
  expect(programs.length).toBeGreaterThan(4);
  for (const litmus of programs) expect([litmus, valueCentricDifferences(litmus)]).toEqual([litmus, []]);
});

const check = (litmus: Litmus) =>
  explore(dataProgram(litmus), { model: 'sc', equivalence: 'value-centric', strategy: 'vc-dpor', keepGoing: true });

test('read-modify-write operations are refused', () => {
  const litmus = randomLitmus({ locs: 1 }, 3, 20).find(({ threads }) => threads[0].some(({ op }) => op === 'U'))!;
  expect(() => check(litmus)).toThrow(
    /^--strategy vc-dpor does not support atomic read-modify-write operations \(in thread \d\): check the program with/,
  );
});

test('where loops that wait go round in vain it is left open whether they do so for ever', () => {
  const litmus = randomLitmus(valueCentricShapes['loops that wait'], 41, 24).filter(isValueCentric);
  expect(litmus.flatMap((each) => check(each).limitsHit)).toContain('waiting');
});

test('without writes that a read may see the order of writes does not count', () => {
  const write = (v: number) => ({ op: 'W', x: 0, o: 'rlx', v }) as const;
  const litmus: Litmus = { name: 'writes', locs: 1, mutexes: 0, threads: [[write(1)], [write(2)], [write(3)]] };
  expect(check(litmus)).toMatchObject({ executions: 1, limitsHit: [] });
});
