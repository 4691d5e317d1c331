/** When a check says that another equivalence may be faster. The figures are measured. */
import { slowValuesNotes } from '../../src/check/slow-values';

const settings = { equivalence: 'observational', strategy: 'partition', jobs: 1 } as const;
const said = (
  events: number,
  seconds: number,
  ofRuns: number,
  limitsHit: readonly string[],
  other: Partial<Record<'equivalence' | 'jobs', unknown>> = {},
): number =>
  slowValuesNotes({ ...settings, ...other } as typeof settings, { events, limitsHit, errors: [] }, { seconds, ofRuns })
    .length;

test.each([
  ['values that grow', 1404, 8.3, 0.1, ['time'], 1],
  ['many stores', 84, 9, 0.1, ['time'], 1],
  ['interrupted', 84, 9, 0.1, ['interrupted'], 1],
  ['more than a minute', 9000, 70, 0.1, [], 1],
  ['less than a minute', 84, 50, 0.1, [], 0],
  ['a short limit', 84, 4, 0.1, ['time'], 0],
  ['fast', 99651, 8.7, 0.1, ['time'], 0],
  ['many runs', 11663, 8.9, 4, ['time'], 0],
  ['slow runs', 84, 9, 8.5, ['time'], 0],
] as const)('%s', (_, events, seconds, ofRuns, limitsHit, count) => {
  expect(said(events, seconds, ofRuns, limitsHit)).toBe(count);
});

test('only under the equivalence that asks for values', () => {
  expect(said(84, 9, 0.1, ['time'], { equivalence: 'rf' })).toBe(0);
  expect(said(84, 9, 0.1, ['time'], { jobs: 2 })).toBe(0);
});
