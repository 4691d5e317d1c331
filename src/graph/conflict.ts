/** Conflicts on plain data: data races, and synchronised accesses. */
import { allocates, frees, Kind, leavesUndefined, readsAtomically, type Label } from '../program/label';
import { plainPlace } from '../program/pieces';
import { entry } from './clock';
import { isWrite, partsOf, wholeOf, type GraphEvent } from './event';
import type { ExecutionGraph } from './graph';

/**
 * An earlier event of another thread that the event, which must be the last of its thread, conflicts with and that hb
 * leaves unordered: a data race (C11 5.1.2.4p25). At least one of the two is plain and at least one writes.
 */
export function raceOf(graph: ExecutionGraph, e: GraphEvent): GraphEvent | undefined {
  return anyPart(e, (part) => conflicts(graph, part, (f) => graph.happensBefore(f, e)));
}

/** What the first part has found, as a whole; or the event itself, where it has no parts. */
function anyPart(e: GraphEvent, find: (part: GraphEvent) => GraphEvent | undefined): GraphEvent | undefined {
  for (const part of partsOf(e)) {
    const found = find(part);
    if (found !== undefined) return wholeOf(found);
  }
  return undefined;
}

/** Does a conflict exist that is ordered, but not by thread creation and joining alone? */
export function synchronises(graph: ExecutionGraph, e: GraphEvent): boolean {
  return anyPart(e, (part) => conflicts(graph, part, (f) => graph.createdOrJoinedBefore(f, e))) !== undefined;
}

/** Earlier events that it conflicts with and that are not `before` it; `before` must be closed under program order. */
function conflicts(graph: ExecutionGraph, e: GraphEvent, before: (f: GraphEvent) => boolean): GraphEvent | undefined {
  if (e.loc < 0) return undefined;
  const loc = graph.location(e.loc);
  if (loc.plain === 0) return undefined;
  const plain = isPlain(e);
  const writes = isWrite(e);
  for (const accesses of loc.accesses) {
    if (accesses === undefined || accesses.length === 0 || accesses[0].thread === e.thread) continue;
    for (let i = accesses.length - 1; i >= 0 && !before(accesses[i]); i--) {
      const f = accesses[i];
      if ((plain || isPlain(f)) && (writes || isWrite(f))) return f;
    }
  }
  return undefined;
}

/**
 * The event that freed the memory which the event, another one, touches, if nothing has allocated it again in between;
 * the two must be ordered (else they race).
 */
export function freedBefore(graph: ExecutionGraph, e: GraphEvent): GraphEvent | undefined {
  return anyPart(e, (part) => freedAt(graph, part));
}

function freedAt(graph: ExecutionGraph, e: GraphEvent): GraphEvent | undefined {
  const loc = graph.location(e.loc);
  if (loc.frees === 0) return undefined;
  const isAllocatedAfter = (w: GraphEvent): boolean =>
    loc.writes.some((v) => allocates(v.label) && graph.happensBefore(w, v) && (v === e || graph.happensBefore(v, e)));
  return loc.writes.find((w) => w !== e && frees(w.label) && graph.happensBefore(w, e) && !isAllocatedAfter(w));
}

/** Does the read depend on memory that nothing has initialised? */
export function readsUndefined({ label, source }: { label: Label; source: GraphEvent | null }): boolean {
  return source !== null && leavesUndefined(source.label) && readsAtomically(label);
}

/**
 * The writes for a plain read that thread t performs next: one that it races with, or those that may be visible to it.
 */
export function visibleToPlainRead(
  graph: ExecutionGraph,
  t: number,
  locId: number,
): { race: GraphEvent } | { writes: GraphEvent[] } {
  const loc = graph.location(locId);
  const clock = graph.last(t)!.clocks.before;
  const race = loc.writes.find((w) => w.thread >= 0 && w.thread !== t && entry(clock, w.thread) <= w.index);
  if (race !== undefined) return { race };
  // Events that happen after a write were appended after it.
  const latest: GraphEvent[] = [];
  for (let i = loc.writes.length - 1; i >= 0; i--) {
    const w = loc.writes[i];
    if (!latest.some((v) => graph.happensBefore(w, v))) latest.push(w);
  }
  return { writes: latest.reverse() };
}

/** Is it a plain read of thread t without a choice: one write is visible to it, or it races? */
export function isSettledRead(graph: ExecutionGraph, t: number, l: Label): boolean {
  if (l.kind !== Kind.PlainRead) return false;
  const visible = visibleToPlainRead(graph, t, plainPlace(l));
  return 'race' in visible || visible.writes.length === 1;
}

function isPlain(e: GraphEvent): boolean {
  return e.label.kind === Kind.PlainRead || e.label.kind === Kind.PlainWrite;
}
