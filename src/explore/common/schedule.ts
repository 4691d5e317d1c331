/** Graphs as schedules. */
import { isWrite, sourcesOf, type GraphEvent } from '../../graph/event';
import type { ExecutionGraph } from '../../graph/graph';
import type { Model } from '../../model/model';
import { isReadLike, Kind, type ThreadId, type Value } from '../../program/label';
import type { AfterSchedule, HistoryNode, Schedule, Step } from '../../program/program';

/** What a thread knows of others where its history is not known yet. */
interface Newest {
  readonly thread: ThreadId;
  readonly past: string | undefined;
}

/**
 * The schedule that brings a program to the state that the graph describes, memory included. Events keep their order of
 * appending. `newest`: of the thread whose history is looked for. `goesOn`: how a run of it goes on.
 */
export function scheduleOf(model: Model, graph: ExecutionGraph, newest?: Newest, goesOn?: AfterSchedule): Schedule {
  const memory = memoryOf(model, graph);
  return { steps: stepsOf(graph.events), memory, ...pastsOf(graph, newest), goesOn };
}

/**
 * The schedule of the graph in which the thread of the node comes to it, and its pending event returns the value. The
 * thread may have taken another way in the graph. No event of another thread may depend on what it has done there.
 */
export function scheduleOfLook(model: Model, graph: ExecutionGraph, node: HistoryNode, value: Value): Schedule {
  const { thread } = node;
  const events = graph.threads[thread];
  const way: Step[] = [{ thread, label: node.pending!, value }];
  let here = node;
  let from = lastAt(events, here);
  for (; from < 0 && here.parent !== null; from = lastAt(events, here)) {
    way.unshift({ thread, label: here.parent.pending!, value: here.value });
    here = here.parent;
  }
  const kept = graph.events.filter((e) => e.thread !== thread || e.index <= from);
  const written = new Set(events.slice(from + 1).flatMap((e) => (isWrite(e) ? [e.loc] : [])));
  return {
    steps: [...stepsOf(kept), ...way],
    memory: memoryOf(model, graph).filter(({ loc }) => !written.has(loc)),
  };
}

/** The index of the thread's last event with the history; -1: there is none. */
function lastAt(events: readonly GraphEvent[], { id }: HistoryNode): number {
  return events.findLastIndex(({ node }) => node?.id === id);
}

/**
 * The schedule in which two threads that do the same are exchanged. Threads that have joined one of them do not go on
 * after that: they have done nothing that others may see (symmetry/equal-threads.ts).
 */
export function scheduleOfExchanged({ steps, memory }: Schedule, a: ThreadId, b: ThreadId): Schedule {
  const other = (t: ThreadId): ThreadId => (t === a ? b : t === b ? a : t);
  const waiting = new Set<ThreadId>();
  const exchanged: Step[] = [];
  for (const { thread, label, value } of steps) {
    if (label.kind === Kind.Join && (label.thread === a || label.thread === b)) waiting.add(thread);
    if (!waiting.has(thread)) exchanged.push({ thread: other(thread), label, value });
  }
  return { steps: exchanged, memory };
}

/**
 * A schedule of the same complete execution in a different order: threads with higher numbers go first. The program
 * must behave the same; otherwise it has state that drista does not observe.
 */
export function reorderedSchedule(graph: ExecutionGraph): Schedule {
  const order: GraphEvent[] = [];
  const placed: boolean[] = [];
  const next = graph.threads.map(() => 0);
  // Do all threads stand before events whose sources come later (load buffering)?
  let stuck = false;
  const ready = (e: GraphEvent): boolean =>
    sourcesOf(e).every((source) => source.thread < 0 || placed[source.id]) || (stuck && e.label.kind === Kind.Load);
  while (order.length < graph.events.length) {
    const before = order.length;
    for (let t = graph.threads.length - 1; t >= 0; t--) {
      const e = graph.threads[t]?.[next[t]];
      if (e === undefined || !ready(e)) continue;
      next[t]++;
      order.push(e);
      placed[e.id] = true;
      break;
    }
    stuck = order.length === before;
  }
  return { steps: stepsOf(order), memory: [], reversed: true, ...pastsOf(graph) };
}

/** The schedule of a complete execution, after which nothing more happens. */
export function completeSchedule(graph: ExecutionGraph): Schedule {
  return { steps: stepsOf(graph.events), memory: [], ...pastsOf(graph) };
}

/** The pasts of the graph's histories, where they have some. */
function pastsOf({ threads }: ExecutionGraph, newest?: Newest): Pick<Schedule, 'pasts'> {
  if (newest?.past === undefined && threads[0]?.[0]?.node?.past === undefined) return {};
  const pasts: string[][] = threads.map((events) => {
    const known: string[] = [];
    for (const { label, node } of events) {
      if (label.kind !== Kind.Begin && !isReadLike(label)) continue;
      const past = node === null ? newest?.past : node.past;
      if (past === undefined) break;
      known.push(past);
    }
    return known;
  });
  // Its list is empty where the search has gone back to before it began.
  if (newest?.past !== undefined && !threads[newest.thread]?.length) pasts[newest.thread] = [newest.past];
  return { pasts };
}

function stepsOf(events: readonly GraphEvent[]): Schedule['steps'] {
  return events
    .filter((e) => isReadLike(e.label))
    .map((e) => ({ thread: e.thread, label: e.label, value: e.read!, source: sourceOf(e) }));
}

/** The one write that an access to memory reads from. */
function sourceOf({ label: { kind }, source, parts }: GraphEvent): Step['source'] {
  const reads = kind === Kind.Load || kind === Kind.Rmw || kind === Kind.PlainRead;
  if (!reads || source === null || parts.length > 0 || source.whole !== undefined) return undefined;
  return source.thread < 0 ? 'initial' : { thread: source.thread, index: source.index };
}

function memoryOf(model: Model, graph: ExecutionGraph): Schedule['memory'] {
  const memory = [];
  for (const [loc, state] of graph.locations) {
    const appended = state.writes.at(-1)!;
    if (appended.written === undefined || appended.thread < 0) continue;
    const latest = model.latest(graph, loc);
    if (latest !== appended) memory.push({ loc, value: latest.written! });
  }
  return memory;
}
