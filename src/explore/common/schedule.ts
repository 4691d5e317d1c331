/** Graphs as schedules. */
import type { GraphEvent } from '../../graph/event';
import type { ExecutionGraph } from '../../graph/graph';
import type { Model } from '../../model/model';
import { isReadLike, Kind, type ThreadId } from '../../program/label';
import type { Schedule } from '../../program/program';

/** What a thread knows of others where its history is not known yet. */
interface Newest {
  readonly thread: ThreadId;
  readonly past: string | undefined;
}

/**
 * The schedule that brings a program to the state that the graph describes, memory included. Events keep their order of
 * appending. `newest`: of the thread whose history is looked for.
 */
export function scheduleOf(model: Model, graph: ExecutionGraph, newest?: Newest): Schedule {
  return { steps: stepsOf(graph.events), memory: memoryOf(model, graph), ...pastsOf(graph, newest) };
}

/**
 * A schedule of the same complete execution in a different order: threads with higher numbers go first. The program
 * must behave the same; otherwise it has state that drista does not observe.
 */
export function reorderedSchedule(graph: ExecutionGraph): Schedule {
  const order: GraphEvent[] = [];
  const placed: boolean[] = [];
  const next = graph.threads.map(() => 0);
  const ready = (e: GraphEvent): boolean => e.source === null || e.source.thread < 0 || placed[e.source.id];
  while (order.length < graph.events.length) {
    for (let t = graph.threads.length - 1; t >= 0; t--) {
      const e = graph.threads[t]?.[next[t]];
      if (e === undefined || !ready(e)) continue;
      next[t]++;
      order.push(e);
      placed[e.id] = true;
      break;
    }
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
  return events.filter((e) => isReadLike(e.label)).map((e) => ({ thread: e.thread, label: e.label, value: e.read! }));
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
