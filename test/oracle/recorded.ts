/** The executions that an exploration of a litmus program reports, in the form of the brute force. */
import type { EquivalenceName } from '../../src/explore/equivalence/equivalence';
import type { CountedExecution } from '../../src/explore/session/session-options';
import type { GraphEvent } from '../../src/graph/event';
import { isReadLike, Kind } from '../../src/program/label';
import { withoutAttempts, type Performed } from './attempts';
import { isBlind, rfKey, sourceOf, valueKey } from './execution';
import type { Litmus } from './litmus';
import { makesAttempts } from './litmus-properties';

export const equivalences: readonly EquivalenceName[] = ['observational', 'rf', 'co'];

/** The executions that the last round of an exploration reports, in the form of the brute force. */
export class Recorded {
  values: string[] = [];
  /** The sources; with the values, where executions are not counted without attempts. */
  keys: string[] = [];
  /** Was some failed attempt reported? */
  attempts = false;
  private rounds = 0;

  constructor(private readonly litmus: Litmus) {}

  add(session: CountedExecution): void {
    if (session.rounds !== this.rounds) {
      this.values = [];
      this.keys = [];
      this.attempts = false;
      this.rounds = session.rounds;
    }
    if (makesAttempts(this.litmus)) {
      const reduced = withoutAttempts(this.litmus, performedIn(session));
      this.values.push(reduced.values);
      this.keys.push(reduced.rf);
      this.attempts ||= reduced.hadAttempts;
    } else {
      const reads = readsOf(session);
      this.values.push(valueKey(reads.map((list) => list.map((e) => (isBlind(e.label) ? 0 : e.read)))));
      this.keys.push(`${this.values.at(-1)!} from ${rfKey(reads.map((list) => list.map(sourceOf)))}`);
    }
  }
}

/** By thread, as the oracle has them. */
function performedIn(session: CountedExecution): Performed[][] {
  const made = new Map<GraphEvent, Performed>();
  const performed = (e: GraphEvent): Performed => {
    let found = made.get(e);
    if (found === undefined) {
      const source = e.source === null || e.source.thread < 0 ? null : performed(e.source);
      made.set(e, (found = { label: e.label, value: e.read ?? 0, source }));
    }
    return found;
  };
  return Array.from(session.graph!.threads, (events) =>
    ((events as GraphEvent[] | undefined) ?? []).map((e) => performed(e)),
  );
}

/** The values of the execution, without turns of loops and failed attempts. */
export function valuesOf(litmus: Litmus, session: CountedExecution): string {
  return makesAttempts(litmus)
    ? withoutAttempts(litmus, performedIn(session)).values
    : valueKey(readsOf(session).map((events) => events.map((e) => e.read)));
}

/** By thread, without turns of loops. A thread that was not created is a hole in the graph. */
export function readsOf(session: CountedExecution): GraphEvent[][] {
  return Array.from(session.graph!.threads, (events) => withoutTurns((events as GraphEvent[] | undefined) ?? []));
}

/** What the thread's events return, without turns of loops. */
function withoutTurns(events: readonly GraphEvent[]): GraphEvent[] {
  const left: GraphEvent[] = [];
  for (const e of events) {
    if (!isReadLike(e.label)) continue;
    const begin = left.findLastIndex((f) => e.label.spin !== 0 && f.label.spin === e.label.spin);
    const woken = left.slice(begin).some((f) => f.label.kind === Kind.CondWake && f.read === 0);
    if (begin >= 0 && !woken) left.length = begin;
    left.push(e);
  }
  return left;
}
