/**
 * Leaves out what a record need not wait for, because other waits imply it: a thread that has waited for a record knows
 * of all that that record's thread knew then (vector clocks).
 */
import type { ThreadId } from '../program/label';
import { countsOf, type Needs, type Record } from './needs';

/** By thread: how many of its records are known to be performed. Nothing: those before the section. */
type Known = ReadonlyMap<ThreadId, number>;

/** How many rounds of a loop are looked at. */
const ROUNDS = 4;

/**
 * The records with as few needs as are found to be enough. `again`: they are performed again and again; counts begin
 * with the round, and what a round needs of those before the first one is known.
 */
export function reduced(records: readonly Record[], again: boolean): readonly Record[] {
  if (!again) return new Knowledge().round(records, new Map(), 0, true).map(({ record }) => record);
  const counts = countsOf(records);
  const knowledge = new Knowledge();
  let less: readonly Record[] = records;
  for (let round = 0; round < ROUNDS; round++)
    less = knowledge.round(records, counts, round, true).map(({ record }) => record);
  return isEnough(records, less, counts) ? less : records;
}

/**
 * Do all records know what they need, if they wait only for `less`, in each round? The last rounds looked at know the
 * same: so do all that follow.
 */
function isEnough(records: readonly Record[], less: readonly Record[], counts: ReadonlyMap<ThreadId, number>): boolean {
  const knowledge = new Knowledge();
  const texts: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const done = knowledge.round(less, counts, round, false);
    const holds = done.every(({ known }, i) =>
      [...absolute(records[i].needs, counts, round)].every(([u, n]) => n <= 0 || n <= (known.get(u) ?? 0)),
    );
    if (!holds) return false;
    texts.push(
      JSON.stringify(
        done.map(({ known }) => [...known].map(([u, n]) => [u, n - round * (counts.get(u) ?? 0)]).sort(byThread)),
      ),
    );
  }
  return texts[ROUNDS - 1] === texts[ROUNDS - 2];
}

const byThread = (a: readonly number[], b: readonly number[]): number => a[0] - b[0];

/** The needs with counts that begin with the first round. */
function absolute(needs: Needs, counts: ReadonlyMap<ThreadId, number>, round: number): [ThreadId, number][] {
  return [...needs].map(([u, n]) => [u, n + round * (counts.get(u) ?? 0)]);
}

/** What threads know after their records. */
class Knowledge {
  /** By thread and number of the record, from 1. */
  private readonly after = new Map<ThreadId, Known[]>();

  /** Performs the records, which wait for what they need, or (`drops`) for what they do not know otherwise. */
  round(
    records: readonly Record[],
    counts: ReadonlyMap<ThreadId, number>,
    round: number,
    drops: boolean,
  ): { readonly record: Record; readonly known: Known }[] {
    return records.map((record) => {
      const mine = this.of(record.thread);
      const known = new Map(mine.at(-1) ?? []);
      const wanted = absolute(record.needs, counts, round).filter(([u, n]) => n > (known.get(u) ?? 0));
      // What comes last tells most.
      const kept = drops ? wanted.filter((w) => !wanted.some((other) => this.implies(other, w))) : wanted;
      for (const [u, n] of kept) {
        for (const [v, m] of this.of(u)[n - 1]) if (m > (known.get(v) ?? 0)) known.set(v, m);
      }
      known.set(record.thread, mine.length + 1);
      mine.push(known);
      const needs = new Map(kept.map(([u, n]) => [u, n - round * (counts.get(u) ?? 0)]));
      return { record: { ...record, needs }, known };
    });
  }

  /** Does who has waited for the one know of the other? */
  private implies([u, n]: readonly [ThreadId, number], [v, m]: readonly [ThreadId, number]): boolean {
    return u !== v && (this.of(u)[n - 1].get(v) ?? 0) >= m;
  }

  private of(thread: ThreadId): Known[] {
    let found = this.after.get(thread);
    if (found === undefined) this.after.set(thread, (found = []));
    return found;
  }
}
