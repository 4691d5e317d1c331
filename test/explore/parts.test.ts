/** Searches that are explored in parts, in any order, find what one search finds. */
import { deserialize, serialize } from 'node:v8';
import { explore } from '../../src/explore/explorer';
import type { ExplorationCheckpoint, ExploreOptions } from '../../src/explore/explore-options';
import type { Program } from '../../src/program/program';
import type { Verdict } from '../../src/explore/common/verdict';
import { equivalences } from '../oracle/recorded';
import { dataProgram } from '../oracle/data-program';
import type { Litmus } from '../oracle/litmus';
import { randomLitmus } from '../oracle/random';
import { shapes } from '../oracle/shapes';
import { simulatedWorkers } from '../oracle/simulated-workers';
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

/**
 * Interrupts several workers at a random state; the rest is explored in parts, and each part is interrupted again.
 * Returns how often that was.
 */
function compareInterrupted(litmus: Litmus, options: ExploreOptions, seed: number): number {
  const make = (): Program => dataProgram(litmus);
  const whole = explore(make(), { ...options, explicit: false });
  const random = randomNumbers(seed);
  const program = make();
  let kept: ExplorationCheckpoint | undefined;
  for (let interruptions = 0; ; interruptions++) {
    const most = 1 + Math.floor(random() * 40);
    let states = 0;
    let left: ExplorationCheckpoint | undefined;
    const limited: ExploreOptions = {
      ...options,
      explicit: false,
      interrupted: () => ++states > most,
      maxExecutions: interruptions % 2 === 1 ? 2 * interruptions : undefined,
      onLimit: (checkpoint) => {
        left = deserialize(serialize(checkpoint())) as ExplorationCheckpoint;
      },
      resume: kept,
    };
    const verdict = explore(program, {
      ...limited,
      ...(kept === undefined ? { startWorkers: simulatedWorkers(program, limited, make, seed) } : {}),
      leadParts: kept === undefined ? undefined : (worker) => new RandomLead(worker, random),
    });
    if (left === undefined) {
      expect({ litmus, options, seed, ...essence(verdict) }).toEqual({ litmus, options, seed, ...essence(whole) });
      return interruptions;
    }
    kept = left;
  }
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

describe('several workers, interrupted again and again', () => {
  let [explorations, interruptions] = [0, 0];

  test.each(names)('%s', (name) => {
    for (const litmus of randomLitmus(shapes[name], 50 + names.indexOf(name), 1))
      for (const model of ['rc11', 'sc'] as const)
        for (const equivalence of equivalences)
          for (const merging of equivalence === 'observational' ? [false, true] : [false]) {
            explorations++;
            interruptions += compareInterrupted(litmus, { model, equivalence, merging, keepGoing: true }, explorations);
          }
  });

  test('happened', () => {
    expect(interruptions).toBeGreaterThan(explorations);
  });
});
