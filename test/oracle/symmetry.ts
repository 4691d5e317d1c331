/**
 * Compares explorations that leave out executions in which threads that do the same are exchanged with the brute force:
 * the same verdicts, the same sets where threads are exchanged, and nothing twice.
 */
import { explore } from '../../src/explore/explorer';
import type { ExploreOptions } from '../../src/explore/explore-options';
import type { ModelName } from '../../src/model/names';
import { endings, hasPlainData, raceAndDeadlockDifferences } from './compare';
import { same } from './outcome';
import { equivalences, Recorded } from './recorded';
import { dataProgram } from './data-program';
import type { Litmus, Op } from './litmus';
import { cancelled, hasImplicitMain, hasObservedIterations, makesAttempts, hasBlindUpdates } from './litmus-properties';
import type { Outcome } from './outcome';
import { simulatedWorkers } from './simulated-workers';

/** What differs, in words. `seed`: of when workers hand branches over. */
export function symmetryDifferences(litmus: Litmus, model: ModelName, brute: Outcome, seed: number): string[] {
  if (!hasEqual(litmus)) return [];
  const hows: [string, Partial<ExploreOptions>, boolean][] = [
    ['alone', {}, false],
    ['merging', { merging: true }, false],
    ['with two states in memory', { merging: true, memory: { states: 1 } }, false],
    ['several', { merging: seed % 2 === 1 }, true],
  ];
  return equivalences.flatMap((equivalence) =>
    hows.flatMap(([name, how, together]) => {
      const options = { ...how, model, equivalence, symmetry: true, keepGoing: true, explicit: false };
      return compare(litmus, options, brute, together ? seed : undefined).map(
        (text) => `${model} ${equivalence} symmetry, ${name}: ${text}`,
      );
    }),
  );
}

function compare(litmus: Litmus, how: ExploreOptions, brute: Outcome, together: number | undefined): string[] {
  const make = () => dataProgram(litmus);
  const recorded = new Recorded(litmus);
  const options: ExploreOptions = {
    ...how,
    onExecution: (session) => {
      recorded.add(session);
    },
  };
  const program = make();
  const verdict = explore(
    program,
    together === undefined ? options : { ...options, startWorkers: simulatedWorkers(program, options, make, together) },
  );
  const { values, keys: sources } = recorded;
  const problems = endings(litmus, verdict, brute).filter((text) => !text.startsWith('exit codes'));
  problems.push(...raceAndDeadlockDifferences(verdict, brute));
  if (brute.races.size > 0 || !hasImplicitMain(litmus)) return problems;
  const leastOf = (keys: Iterable<string>): Set<string> => new Set([...keys].map((key) => leastExchanged(key, litmus)));
  same('values', leastOf(values), leastOf(brute.value), problems);
  // The events of loops of exchanges have places of their own in each thread, so these do not count as equal.
  if (makesAttempts(litmus) || hasObservedIterations(litmus)) return problems;
  if (how.equivalence !== 'observational') same('sources', leastOf(sources), leastOf(brute.rf), problems);
  if (how.equivalence === 'observational' && hasPlainData(litmus)) return problems;
  const names = how.equivalence === 'observational' ? values : sources;
  const different = leastOf(names).size;
  // Arrivals that nobody is told of come in one order, which exchanges do not keep; who is cancelled is named.
  const isCounted =
    !waits(litmus) && !hasBlindUpdates(litmus) && (litmus.barriers ?? []).length === 0 && cancelled(litmus).size === 0;
  if (isCounted && how.equivalence !== 'co' && names.length !== different)
    problems.push(`${names.length} executions, but ${different} of them differ where threads are exchanged`);
  return problems;
}

function hasEqual({ threads }: Litmus): boolean {
  return new Set(threads.map(textOf)).size < threads.length;
}

/** What a thread does: equal texts are equal events. Only compare-exchanges expect a value. */
function textOf(ops: readonly Op[]): string {
  return JSON.stringify(ops.map((op) => (op.op === 'U' && (op.k === 'add' || op.k === 'xchg') ? { ...op, e: 0 } : op)));
}

/** The least of the keys that exchanges of equal threads lead to. A key: values, or values and sources, by thread. */
function leastExchanged(key: string, litmus: Litmus): string {
  const texts = ['main', ...litmus.threads.map(textOf)];
  const lists = key.split(' from ').map((list) => {
    const parts = list.split(' | ');
    return texts.map((_, t) => (t === 0 ? '' : (parts[t] ?? ''))); // main only joins
  });
  let least: string | undefined;
  for (const places of permutations(texts)) {
    const text = lists.map((parts, i) => exchanged(parts, places, i === 1).join(' | ')).join(' from ');
    if (least === undefined || text < least) least = text;
  }
  return least!;
}

function exchanged(parts: readonly string[], places: readonly number[], sources: boolean): string[] {
  const moved: string[] = [];
  parts.forEach((part, t) => {
    moved[places[t]] = sources ? part.replace(/(?<t>\d+)\./g, (_, u: string) => `${places[Number(u)]}.`) : part;
  });
  return moved;
}

/** Where each thread goes, in all exchanges of threads with equal texts. */
function* permutations(texts: readonly string[], places: readonly number[] = []): Generator<readonly number[]> {
  if (places.length === texts.length) yield places;
  else
    for (let t = 0; t < texts.length; t++)
      if (texts[t] === texts[places.length] && !places.includes(t)) yield* permutations(texts, [...places, t]);
}

/** Are there condition variables or futexes? Their results name threads, so that none count as equal. */
function waits({ conds = 0, threads }: Litmus): boolean {
  return conds > 0 || threads.some((ops) => ops.some(({ op }) => op.startsWith('F') && op !== 'F'));
}
