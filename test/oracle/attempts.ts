/**
 * Executions without failed attempts (docs/explanation/failed-attempts.md), as loops of compare-exchanges in the
 * programs of the oracle define them: an earlier look of the loop could have found what a later one did, with no other
 * effect on the thread; then all in between is left out. With what the attempt stored, unless some thread reads that.
 */
import { isReadLike, Kind, Order, type Label, type ThreadId, type Value } from '../../src/program/label';
import { SPURIOUS } from '../../src/program/rmw';
import { rfKey, valueKey } from './execution';
import { operationAt } from './data-program';
import type { Litmus, Op } from './litmus';
import { hasImplicitMain } from './litmus-properties';

/** An event of an execution; `source`: null: the initial write, or none. */
export interface Performed {
  readonly label: Label;
  readonly value: Value;
  readonly source: Performed | null;
}

interface Kept {
  readonly event: Performed;
  readonly value: Value;
  readonly source: Performed | null;
}

/** What is left of an execution. */
export interface WithoutAttempts {
  /**
   * `rfKey` and `valueKey` of what is left, and the latter where all attempts are left out: what threads read from
   * their stores, they may have read elsewhere.
   */
  readonly rf: string;
  readonly values: string;
  /** Were there attempts? */
  readonly hadAttempts: boolean;
}

/** `threads`: the events of each thread, in order. */
export function withoutAttempts(litmus: Litmus, threads: readonly (readonly Performed[])[]): WithoutAttempts {
  // Those that attempts read from which are left out themselves do not count.
  const read = new Set<Performed | null>();
  let kept: (readonly Kept[])[];
  let known: number;
  let values: string | undefined;
  do {
    known = read.size;
    kept = threads.map((events, t) => keptOf(events, (l) => opOf(litmus, t, l), read));
    values ??= valuesOf(kept);
    for (const { source } of kept.flat()) read.add(source);
  } while (read.size > known);
  const places = new Map<Performed, readonly [ThreadId, number]>();
  kept.forEach((events, t) => {
    events.forEach(({ event }, i) => places.set(event, [t, i]));
  });
  const sources = kept.map((events) =>
    looks(events).map(({ source }) => (source === null ? null : (places.get(source) ?? null))),
  );
  return {
    rf: `${valuesOf(kept)} from ${rfKey(sources)}`,
    values,
    hadAttempts: kept.some((events, t) => events.length < threads[t].length),
  };
}

function looks(events: readonly Kept[]): Kept[] {
  return events.filter(({ event }) => isReadLike(event.label));
}

function valuesOf(threads: readonly (readonly Kept[])[]): string {
  return valueKey(threads.map((events) => looks(events).map(({ value }) => value)));
}

function opOf(litmus: Litmus, t: ThreadId, { site }: Label): Op | undefined {
  return operationAt(litmus, hasImplicitMain(litmus) ? t - 1 : t, site);
}

function keptOf(
  events: readonly Performed[],
  opOf: (l: Label) => Op | undefined,
  read: ReadonlySet<Performed | null>,
): readonly Kept[] {
  const kept: Kept[] = [];
  for (const event of events) {
    kept.push({ ...event, event });
    const op = opOf(event.label);
    if ((op?.op !== 'RX' && op?.op !== 'UW') || event.label.loc !== op.x || !onlyReads(event)) continue;
    // After a failed exchange of a loop that loads anew, the thread is where it was before the load.
    const reloads = op.op === 'RX' && op.reload && event.label.kind === Kind.Rmw;
    for (let i = kept.length - 2; i >= 0 && kept[i].event.label.site === event.label.site; i--) {
      const earlier = kept[i];
      if (stores(earlier.event) && (read.has(earlier.event) || reloads)) break;
      if (earlier.event.label.loc !== op.x) continue;
      if (reloads) {
        if (earlier.event.label.kind === Kind.Load) {
          kept.length = i;
          break;
        }
      } else if (
        (op.op === 'UW' || !op.reload || earlier.event.label.kind === Kind.Load) &&
        couldFind(earlier.event.label, event)
      ) {
        kept[i] = { event: earlier.event, value: event.value, source: event.source };
        kept.length = i + 1;
        break;
      }
    }
  }
  return kept;
}

/** Does the event read and not write? */
function onlyReads({ label: { kind, expected }, value }: Performed): boolean {
  return kind === Kind.Load || (kind === Kind.Rmw && value !== expected && value !== SPURIOUS);
}

function stores({ label: { kind } }: Performed): boolean {
  return kind === Kind.Store || kind === Kind.PlainWrite;
}

/** Could the earlier event have returned that without a write, with no stronger order? */
function couldFind(earlier: Label, { label: later, value }: Performed): boolean {
  const order = (l: Label): Order => (l.kind === Kind.Load ? l.order : l.failOrder);
  return onlyReads({ label: earlier, value, source: null }) && order(earlier) <= order(later);
}
