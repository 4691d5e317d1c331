/**
 * The observational equivalence of SDPOR-OE (Singh, Sharma, Sharma, Drišta: DPOR modulo observational equivalence for
 * C/C++11, section 3.2 and algorithm 1): races whose reversal changes no value, and sequences of events that sleep.
 *
 * An algorithm as published, with one correction: a read-modify-write both reads and writes, so it must satisfy the
 * conditions of both. A compare-exchange that fails writes what it has read.
 */
import { isWrite, type GraphEvent } from '../../graph/event';
import type { ExecutionGraph } from '../../graph/graph';
import { Kind, type Value } from '../../program/label';
import { mayWrite } from './dependence';
import { isSame, type ChosenEvent, type Sequence, type SequenceEvent } from './sequence';

/** Events that sleep as a sequence: the last one sleeps where the others were performed, with none between. */
export type SleepSequence = readonly ChosenEvent[];

/** Does the next event sleep, as all before it in a sequence were performed? */
export function isAsleep(sequences: readonly SleepSequence[], event: ChosenEvent): boolean {
  return sequences.some((s) => s.length === 1 && isSame(s[0], event));
}

/** The sequences that sleep after the event. */
export function continued(sequences: readonly SleepSequence[], event: ChosenEvent): SleepSequence[] {
  return sequences.filter((s) => s.length > 1 && isSame(s[0], event)).map((s) => s.slice(1));
}

/**
 * Do both events, which race, read and leave the same values in either order? (The predicate on e' and e of the paper;
 * `second` is the last event of the sequence.) Operations on objects have no values.
 */
export function keepsValues(graph: ExecutionGraph, first: SequenceEvent, second: SequenceEvent): boolean {
  if (!isAccess(first) || !isAccess(second)) return false;
  const before = valueBefore(graph, first);
  const [a, b] = [first, second].map((e) => valueOf(graph.events[e.mark]));
  const [writesA, writesB] = [mayWrite(first.label), mayWrite(second.label)];
  const [readsA, readsB] = [first, second].map((e) => e.label.kind !== Kind.Store);
  return (
    (!(writesA && writesB) || a === b) &&
    (!(readsA && writesB) || before === b) &&
    (!(writesA && readsB) || before === a)
  );
}

function isAccess({ label: { kind } }: SequenceEvent): boolean {
  return kind === Kind.Load || kind === Kind.Store || kind === Kind.Rmw || kind === Kind.PlainRead;
}

/** What memory held before the event. */
function valueBefore(graph: ExecutionGraph, { label, mark }: SequenceEvent): Value | undefined {
  return graph.location(label.loc).writes.findLast((w) => w.id < mark)!.written;
}

/** What memory held after it. */
function valueOf(e: GraphEvent): Value | undefined {
  return isWrite(e) ? e.written : e.read;
}

/**
 * The sequence after the events before `first` in which `second` comes before it, together with the events between that
 * can only come before `second`. (h⁺ e e' h̄⁺ of the paper, where under sequential consistency mhb is program order
 * with thread creation and joining.)
 */
export function reversedSequence(
  { graph, events }: Sequence,
  first: SequenceEvent,
  second: SequenceEvent,
): SleepSequence {
  const at = (e: SequenceEvent): GraphEvent => graph.events[e.mark];
  const between = events.slice(events.indexOf(first) + 1, -1);
  const mustPrecede = (e: SequenceEvent): boolean => graph.createdOrJoinedBefore(at(e), at(second));
  return [...between.filter(mustPrecede), second, first, ...between.filter((e) => !mustPrecede(e))];
}
