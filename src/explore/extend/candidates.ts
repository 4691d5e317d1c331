/** The candidates of a pending event: the ways to perform it now, before the model is asked. */
import {
  awaits,
  Kind,
  leavesCancelled,
  type Label,
  type LocationId,
  type ThreadId,
  type Value,
} from '../../program/label';
import { rmwResult, SPURIOUS } from '../../program/rmw';
import { isWrite, sourcesOf, wholeSource, type Append, type GraphEvent } from '../../graph/event';
import { entry } from '../../graph/clock';
import { combined } from '../../program/pieces';
import type { ExecutionGraph } from '../../graph/graph';
import { isChosen, isObjectKind, mayOnlyRead, objectOf } from '../../object';
import { noSync, type OperationOutcome, type ObjectState, type Sync } from '../../object/object';
import { goesRound, waitsOnly } from '../../program/operand';
import { offersFailure } from '../histories/spurious-failures';
import { waysToChoose } from './faults';
import { hasMadeAllRounds } from './rounds';

/** One way to perform a pending event. */
export interface Candidate {
  readonly source: GraphEvent | null;
  /** Accesses to pieces: the write that each piece reads from (Append.sources). */
  readonly sources?: readonly GraphEvent[];
  /** The value returned to the thread. */
  readonly read: Value;
  readonly written: Value | undefined;
  /** Operations on objects: the state that it leaves, where it changes it. */
  readonly object: ObjectState | undefined;
  readonly sync: Sync;
  /** Set where performing it like this is misuse: what the thread does. */
  readonly misuse: string | undefined;
  /**
   * Whether no write of this graph gives this result, but a write of another graph of the same histories may give it.
   */
  readonly elsewhere?: boolean;
}

/** Candidates that count as the same to the equivalence. */
export type Choice = readonly Candidate[];

/** All ways to perform the pending event of thread t that the writes present in the graph offer. */
export function candidates(graph: ExecutionGraph, t: ThreadId, l: Label): Candidate[] {
  switch (l.kind) {
    case Kind.Load:
    case Kind.PlainRead:
      if (l.pieces.length > 0) return ofPieces(graph, t, l);
      return visible(graph, t, l.loc).map((w) => reading(w, w.written!, undefined));
    case Kind.Rmw:
      return l.pieces.length > 0 ? ofPieces(graph, t, l) : updates(graph, t, l);
    case Kind.Choose:
      if (goesRound(l) && hasMadeAllRounds(graph, t)) return [];
      return Array.from({ length: waysToChoose(graph, l) }, (_, v) => ({
        source: null,
        read: v,
        written: undefined,
        object: undefined,
        sync: noSync,
        misuse: undefined,
      }));
    case Kind.Join: {
      const candidate = joining(graph, l);
      return candidate === undefined ? [] : [candidate];
    }
    default:
      if (isObjectKind(l.kind)) return operations(graph, t, l);
      throw new Error(`${Kind[l.kind]} does not wait for a value`);
  }
}

/** The candidate of a join; undefined: the thread to join has not ended. */
export function joining(graph: ExecutionGraph, l: Label): Candidate | undefined {
  const end = graph.end(l.thread);
  if (end === undefined) return undefined;
  const created = (): number => graph.threads[l.thread].reduce((n, e) => n + Number(e.label.kind === Kind.Create), 0);
  return reading(end, awaits(l) ? created() : end.label.value, undefined);
}

/**
 * The writes without those that are overwritten for the thread by program order, creation and joining alone: these
 * cannot be read whatever else the execution does, so no model need be asked.
 */
function visible(graph: ExecutionGraph, t: ThreadId, loc: LocationId): readonly GraphEvent[] {
  const { writes, accesses } = graph.location(loc);
  const { clocks } = graph.last(t)!;
  const latest: GraphEvent[] = [];
  accesses.forEach((list, u) => {
    const w = u === t ? list.findLast(isWrite) : lastWriteBefore(list, entry(clocks.fork, u));
    if (w !== undefined) latest.push(w);
  });
  if (latest.length === 0) return writes;
  const found: GraphEvent[] = [];
  accesses.forEach((list, u) => {
    const first = latest.reduce((n, o) => Math.max(n, o.thread === u ? o.index : entry(o.clocks.fork, u)), 0);
    for (let i = list.length - 1; i >= 0 && list[i].index >= first; i--) if (isWrite(list[i])) found.push(list[i]);
  });
  return found.sort((a, b) => a.id - b.id);
}

/** The last write of the thread's events, which are in program order, among its first `count` events. */
function lastWriteBefore(events: readonly GraphEvent[], count: number): GraphEvent | undefined {
  let [low, high] = [0, events.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (events[middle].index < count) low = middle + 1;
    else high = middle;
  }
  while (low > 0 && !isWrite(events[low - 1])) low--;
  return events[low - 1];
}

/** A weak compare-exchange may fail spuriously, where it reads what it expects (C11 7.17.7.4p4). */
function updates(graph: ExecutionGraph, t: ThreadId, l: Label): Candidate[] {
  const writes = visible(graph, t, l.loc);
  const found = writes.map((w) => reading(w, w.written!, rmwResult(l, w.written!)));
  if (offersFailure(graph.last(t)?.node, l))
    for (const w of writes) if (w.written === l.expected) found.push(reading(w, SPURIOUS, undefined));
  return found;
}

/**
 * Accesses to pieces: each combination of writes of the pieces, without those that see a part of a store and miss
 * another part of it because of program order, creation and joining alone.
 */
function ofPieces(graph: ExecutionGraph, t: ThreadId, l: Label): Candidate[] {
  const writes = l.pieces.map(({ loc }) => visible(graph, t, loc));
  const found: Candidate[] = [];
  const choose = (sources: readonly GraphEvent[]): void => {
    if (sources.length < l.pieces.length) {
      for (const w of writes[sources.length]) if (!sources.some((v) => tears(graph, v, w))) choose([...sources, w]);
      return;
    }
    const source = wholeSource(sources);
    const value = combined(
      l.pieces,
      sources.map((w) => w.written!),
    );
    const written = l.kind === Kind.Rmw ? rmwResult(l, value) : undefined;
    found.push({ ...reading(source, value, written), sources });
    if (l.kind === Kind.Rmw && offersFailure(graph.last(t)?.node, l) && value === l.expected)
      found.push({ ...reading(source, SPURIOUS, undefined), sources });
  };
  choose([]);
  return found;
}

/**
 * Does one of the writes, of different pieces, come before a part of the other's access in its piece, whatever else
 * happens? An access that reads from both would see a part of that access and miss a part of it.
 */
function tears(graph: ExecutionGraph, a: GraphEvent, b: GraphEvent): boolean {
  const misses = (seen: GraphEvent, other: GraphEvent): boolean => {
    const part = seen.whole?.parts.find((p) => p !== other && pieceOf(p) === pieceOf(other));
    return part !== undefined && isWrite(part) && graph.createdOrJoinedBefore(other, part);
  };
  return misses(a, b) || misses(b, a);
}

/** The location of a write, which may be an initial one. */
function pieceOf(w: GraphEvent): LocationId {
  return w.thread < 0 ? w.index : w.loc;
}

function reading(source: GraphEvent, read: Value, written: Value | undefined): Candidate {
  return { source, read, written, object: undefined, sync: noSync, misuse: undefined };
}

/**
 * Operations that change the state come last in the object's chain; those that may return without a change may read an
 * older state. Misuse may lie in the middle of the chain too, as long as the thread does not depend on the operations
 * after it, which then need not have happened yet. (Each write of the chain reads the one before, so an event that
 * depends on one depends on all earlier ones.)
 */
function operations(graph: ExecutionGraph, t: ThreadId, l: Label): Candidate[] {
  const { writes } = graph.location(l.loc);
  // An operation that returns without a change may see a state of another graph of the same histories, in which the
  // chain has another order: the model decides.
  const looks = mayOnlyRead(l.kind);
  const chosen = isChosen(l.kind);
  const here = graph.last(t)!;
  const result: Candidate[] = [];
  for (let i = writes.length - 1; i >= 0; i--) {
    const last = i === writes.length - 1;
    if (!last && !looks && !chosen && graph.happensBefore(writes[i + 1], here)) break;
    for (const outcome of outcomesAfter(graph, writes[i], t, l)) {
      if (outcome.kind === 'misuse') {
        if (last || !dependsOn(graph, here, writes[i + 1]))
          result.push({
            source: writes[i],
            read: 0,
            written: undefined,
            object: undefined,
            sync: noSync,
            misuse: outcome.message,
          });
      } else if (last || outcome.next === undefined) {
        result.push({
          source: writes[i],
          read: outcome.value,
          written: undefined,
          object: outcome.next,
          sync: outcome.sync,
          misuse: undefined,
        });
      }
    }
    // No operation can have chosen it before it began to wait.
    if (chosen && writes[i].thread === t) break;
  }
  return result.reverse();
}

/** Does the event, reading one of the writes that are there and not excluded, write its location? */
export function canWrite(graph: ExecutionGraph, l: Label, excluded: (w: GraphEvent) => boolean): boolean {
  if (isObjectKind(l.kind)) return !isChosen(l.kind) && !mayOnlyRead(l.kind);
  return (
    l.kind === Kind.Rmw &&
    // Of accesses to pieces not more is known here than that.
    (l.pieces.length > 0 ||
      graph.location(l.loc).writes.some((w) => !excluded(w) && rmwResult(l, w.written!) !== undefined))
  );
}

/**
 * The results of an operation on an object that this order of operations does not give, and another order may give.
 */
export function elsewhere(graph: ExecutionGraph, l: Label, here: readonly Candidate[]): Candidate[] {
  const object = isObjectKind(l.kind) ? objectOf(l.kind) : undefined;
  if (object?.otherResults === undefined || !(mayOnlyRead(l.kind) || leavesCancelled(l))) return [];
  const { writes } = graph.location(l.loc);
  const changed = mayOnlyRead(l.kind) ? undefined : stateAfter(writes[0], l); // the state itself does not matter
  return object
    .otherResults(
      l,
      writes.map((w) => stateAfter(w, l)),
    )
    .filter((v) => !here.some((c) => c.read === v))
    .map((read) => ({
      source: writes[0],
      read,
      written: undefined,
      object: changed,
      sync: noSync,
      misuse: undefined,
      elsewhere: true,
    }));
}

/** What the operation on an object can do after the write. */
export function outcomesAfter(
  graph: ExecutionGraph,
  write: GraphEvent,
  t: ThreadId,
  l: Label,
): readonly OperationOutcome[] {
  return objectOf(l.kind).outcomes(stateAfter(write, l), l, t, graph.happensBefore(write, graph.last(t)!));
}

/**
 * The state after the write of the object that the operation is on: the initial state if the memory held another kind
 * of object before.
 */
export function stateAfter(write: GraphEvent, l: Label): ObjectState {
  const object = objectOf(l.kind);
  if (write.object === undefined) return object.initial(write.written!);
  return objectOf(write.label.kind) === object ? write.object : object.initial(0);
}

/** May the event be performed later with another result than now? */
export function mayBeLater(l: Label): boolean {
  return l.kind === Kind.Load || l.kind === Kind.Rmw || (isObjectKind(l.kind) && !(isChosen(l.kind) && waitsOnly(l)));
}

/** The candidate as an event to append. The thread's history after it is not known yet. */
export function appendOf(t: ThreadId, l: Label, c: Candidate): Append {
  return {
    thread: t,
    label: l,
    source: c.source,
    ...(c.sources === undefined ? {} : { sources: c.sources }),
    read: c.read,
    written: c.written,
    object: c.object,
    sync: c.sync,
    node: null,
  };
}

/** Does the event come after e in po ∪ rf (with thread creation and joining)? */
export function dependsOn(graph: ExecutionGraph, event: GraphEvent, e: GraphEvent): boolean {
  if (graph.happensBefore(e, event)) return true;
  const seen = new Set<GraphEvent>();
  const todo = [event];
  for (let at = todo.pop(); at !== undefined; at = todo.pop()) {
    if (at === e) return true;
    if (seen.has(at) || at.thread < 0) continue;
    seen.add(at);
    if (at.index > 0) todo.push(graph.threads[at.thread][at.index - 1]);
    todo.push(...sourcesOf(at));
  }
  return false;
}
