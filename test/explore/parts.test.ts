/** Searches that are explored in parts, in any order, find what one search finds. */
import { explore } from '../../src/explore/explorer';
import type { ExploreOptions } from '../../src/explore/explore-options';
import type { Verdict } from '../../src/explore/common/verdict';
import { equivalences } from '../oracle/compare';
import { dataProgram } from '../oracle/data-program';
import type { Litmus } from '../oracle/litmus';
import { randomLitmus } from '../oracle/random';
import { shapes } from '../oracle/shapes';
import { randomNumbers, RandomLead } from './parts-support';

/** What must be the same, whoever explores. */
function essence({ executions, errors, limitsHit }: Verdict): object {
  return { executions, errors: [...new Set(errors.map(({ kind }) => kind))].sort(), limitsHit };
}

/** Explores the program in parts. Returns how many there were in the last round. */
export function comparePartwise(litmus: Litmus, options: ExploreOptions, seed: number): number {
  const whole = explore(dataProgram(litmus), { ...options, explicit: false });
  const random = randomNumbers(seed);
  let lead: RandomLead | undefined;
  const partwise = explore(dataProgram(litmus), {
    ...options,
    explicit: false,
    leadParts: (worker) => (lead = new RandomLead(worker, random)),
  });
  expect({ litmus, options, seed, ...essence(partwise) }).toEqual({ litmus, options, seed, ...essence(whole) });
  return lead!.parts;
}

const names = Object.keys(shapes);

describe('random programs', () => {
  let [explorations, parts] = [0, 0];

  test.each(names)('%s', (name) => {
    for (const litmus of randomLitmus(shapes[name], 20 + names.indexOf(name), 1))
      for (const model of ['rc11', 'sc'] as const)
        for (const equivalence of equivalences)
          for (const merging of equivalence === 'observational' ? [false, true] : [false]) {
            explorations++;
            parts += comparePartwise(litmus, { model, equivalence, merging, keepGoing: true }, explorations);
          }
  });

  test('had several parts, most of them', () => {
    expect(parts).toBeGreaterThan(2 * explorations);
  });
});
