/**
 * Compares the strategies that explore sequences (src/explore/strategy/sequences/) with brute force under sequential
 * consistency.
 */
import { explore } from '../../src/explore/explorer';
import type { ExploreOptions } from '../../src/explore/explore-options';
import type { Verdict } from '../../src/explore/common/verdict';
import type { GraphEvent } from '../../src/graph/event';
import { isReadLike } from '../../src/program/label';
import { bruteForce } from './brute';
import { endings, raceAndDeadlockDifferences, same } from './compare';
import { dataProgram } from './data-program';
import { valueKey } from './execution';
import type { Litmus } from './litmus';
import { mazurkiewicz } from './mazurkiewicz';

/** What differs, in words; empty when all agrees. */
export function sequenceDifferences(litmus: Litmus): string[] {
  const brute = bruteForce(litmus, 'sc');
  const traces = mazurkiewicz(dataProgram(litmus));
  const { verdict, values } = explored(litmus, { strategy: 'odpor', equivalence: 'mazurkiewicz' });
  const problems = [...endings(litmus, verdict, brute), ...raceAndDeadlockDifferences(verdict, brute)];
  if (brute.races.size > 0) return problems.map((text) => `odpor: ${text}`);
  same('values', new Set(values), brute.value, problems);
  same('values of traces', new Set(traces.complete.values()), brute.value, problems);
  if (verdict.executions !== traces.complete.size)
    problems.push(`${verdict.executions} executions, not ${traces.complete.size}`);
  if (verdict.deadEnds > 0 && verdict.errors.length === 0) problems.push(`${verdict.deadEnds} blocked by sleep sets`);
  return problems.map((text) => `odpor: ${text}`);
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
      values.push(valueKey(session.graph!.threads.map((events) => events.filter(isRead).map((e) => e.read))));
    },
  });
  return { verdict, values };
}

function isRead(e: GraphEvent): boolean {
  return isReadLike(e.label);
}
