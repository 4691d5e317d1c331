/**
 * Compares the strategies that explore sequences (src/comparison/sequences/) with brute force under sequential
 * consistency.
 */
import { explore } from '../../src/explore/explorer';
import type { ExploreOptions } from '../../src/explore/explore-options';
import type { Verdict } from '../../src/explore/common/verdict';
import { bruteForce } from './brute';
import { endings, raceAndDeadlockDifferences } from './compare';
import { same } from './outcome';
import { valuesOf } from './recorded';
import { dataProgram } from './data-program';
import type { Litmus } from './litmus';
import { mazurkiewicz } from './mazurkiewicz';
import { shapes } from './shapes';

/**
 * The shapes of programs that end under these strategies: loops that take locks do not. Updates without a result are
 * like others to them.
 */
export const sequenceShapes = Object.fromEntries(
  Object.entries(shapes).filter(([, { lockedLoops = 'none', blind = false }]) => lockedLoops === 'none' && !blind),
);

/** What differs, in words; empty when all agrees. */
export function sequenceDifferences(litmus: Litmus): string[] {
  const brute = bruteForce(litmus, 'sc');
  const traces = hasLoops(litmus) || litmus.handlers ? undefined : mazurkiewicz(dataProgram(litmus)).complete;
  const problems: string[] = [];
  for (const strategy of ['odpor', 'sdpor'] as const) {
    const { verdict, values } = explored(litmus, { strategy });
    const found = [...endings(litmus, verdict, brute), ...raceAndDeadlockDifferences(verdict, brute)];
    if (brute.races.size === 0) {
      same('values', new Set(values), brute.value, found);
    }
    if (brute.races.size === 0 && traces !== undefined) {
      same('values of traces', new Set(traces.values()), brute.value, found);
      const { executions, deadEnds } = verdict;
      if (executions !== traces.size) found.push(`${executions} executions, not ${traces.size}`);
      if (
        strategy === 'odpor' &&
        deadEnds > 0 &&
        mustBeOptimal(litmus) &&
        verdict.blocked === 0 &&
        verdict.errors.length === 0
      )
        found.push(`${deadEnds} blocked by sleep sets`);
    }
    problems.push(...found.map((text) => `${strategy}: ${text}`));
  }
  return problems;
}

/** How many combinations of values SDPOR-OE misses, and whether it misses that there is a data race. */
export function lostByObservation(litmus: Litmus): { values: number; races: boolean } {
  const all = explored(litmus, { strategy: 'odpor' });
  const some = explored(litmus, { strategy: 'sdpor', equivalence: 'observational' });
  const found = new Set(some.values);
  const hasRace = ({ verdict }: typeof all): boolean => verdict.errors.some(({ kind }) => kind === 'data-race');
  return {
    values: [...new Set(all.values)].filter((v) => !found.has(v)).length,
    races: hasRace(all) && !hasRace(some),
  };
}

/**
 * Do sleep sets end no sequence of odpor? A wait that belongs to another execution, as the thread would have been
 * cancelled, counts like one that they end. A signal that is moved may wake other threads than before, which wakeup
 * trees do not know.
 */
function mustBeOptimal({ threads, conds = 0 }: Litmus): boolean {
  return conds === 0 && !threads.some((ops) => ops.some(({ op }) => op === 'X'));
}

/**
 * Are there loops that wait? An iteration of them is an execution of its own for some searches, and none for others.
 */
function hasLoops({ threads }: Litmus): boolean {
  return threads.some((ops) =>
    ops.some(({ op }) => ['FA', 'AW', 'AD', 'CA', 'XW', 'UW', 'RX', 'LA', 'RA', 'LB'].includes(op)),
  );
}

/** The values of each execution. */
function explored(litmus: Litmus, how: Partial<ExploreOptions>): { verdict: Verdict; values: string[] } {
  let values: string[] = [];
  let round = 0;
  const verdict = explore(dataProgram(litmus), {
    model: 'sc',
    equivalence: 'mazurkiewicz',
    ...how,
    keepGoing: true,
    onExecution: (session) => {
      if (session.rounds !== round) values = [];
      round = session.rounds;
      values.push(valuesOf(litmus, session));
    },
  });
  return { verdict, values };
}
