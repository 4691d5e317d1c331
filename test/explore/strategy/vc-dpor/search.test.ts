/**
 * The value-centric search on random programs against brute force: all combinations of values, nothing that is not an
 * execution, all errors, and at most as many executions as there are Mazurkiewicz traces.
 */
import { explore } from '../../../../src/explore/explorer';
import { bruteForce } from '../../../oracle/brute';
import { dataProgram } from '../../../oracle/data-program';
import { randomLitmus } from '../../../oracle/random';
import { valueCentricShapes } from '../../../oracle/shapes';
import { valueCentricDifferences } from '../../../oracle/value-centric';

test.each(Object.entries(valueCentricShapes))('%s', (_, shape) => {
  for (const litmus of randomLitmus(shape, 41, 40))
    expect([litmus, valueCentricDifferences(litmus)]).toEqual([litmus, []]);
});

test('read-modify-write operations are refused', () => {
  const [litmus] = randomLitmus({ locs: 1 }, 3, 20).filter(({ threads }) => threads.flat().some((o) => o.op === 'U'));
  expect(bruteForce(litmus, 'sc').value.size).toBeGreaterThan(0);
  const check = () =>
    explore(dataProgram(litmus), { model: 'sc', equivalence: 'value-centric', strategy: 'vc-dpor', keepGoing: true });
  expect(check).toThrow(/--strategy vc-dpor does not support atomic read-modify-write operations \(in thread \d\)/);
});
