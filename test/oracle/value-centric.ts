/** Compares the value-centric search with brute force. */
import { DristaError } from '../../src/base/errors';
import { explore } from '../../src/explore/explorer';
import { bruteForce } from './brute';
import { endings, hasPlainData, raceAndDeadlockDifferences } from './compare';
import { same } from './outcome';
import { readsOf } from './recorded';
import { dataProgram } from './data-program';
import { valueKey } from './execution';
import type { Litmus } from './litmus';

/**
 * What differs, in words; empty when all agrees: the combinations of values are those of brute force, errors too, and
 * there are no more executions than Mazurkiewicz traces, which are the pairs of reads-from and co.
 */
export function valueCentricDifferences(litmus: Litmus): string[] {
  const brute = bruteForce(litmus, 'sc');
  const values = new Set<string>();
  let round = 0;
  const verdict = explore(dataProgram(litmus), {
    model: 'sc',
    equivalence: 'value-centric',
    strategy: 'vc-dpor',
    keepGoing: true,
    onExecution: (session) => {
      if (session.rounds !== round) values.clear();
      round = session.rounds;
      values.add(valueKey(readsOf(session).map((list) => list.map((e) => e.read))));
    },
  });
  const problems = endings(litmus, verdict, brute);
  // Whether loops wait for ever is left open.
  const isOpen = verdict.limitsHit.includes('waiting');
  problems.push(
    ...raceAndDeadlockDifferences(verdict, brute).filter((text) => !isOpen || !text.startsWith('deadlocks')),
  );
  if (verdict.limitsHit.some((limit) => limit !== 'waiting')) problems.push(`hits ${verdict.limitsHit.join(' ')}`);
  // After a race the sets mean nothing.
  if (brute.races.size > 0) return problems;
  same('values', values, brute.value, problems);
  if (!isOpen && !brute.partial && !hasPlainData(litmus) && verdict.executions > brute.co)
    problems.push(`${verdict.executions} executions of ${brute.co} Mazurkiewicz traces`);
  return problems;
}

/** Does the value-centric search support the program? Others it refuses. */
export function isValueCentric(litmus: Litmus): boolean {
  try {
    explore(dataProgram(litmus), { model: 'sc', equivalence: 'value-centric', strategy: 'vc-dpor', keepGoing: true });
    return true;
  } catch (error) {
    if (error instanceof DristaError && error.message.includes('does not support')) return false;
    throw error;
  }
}
