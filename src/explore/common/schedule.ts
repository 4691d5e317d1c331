/** Graphs as schedules. */
import type { GraphEvent } from '../../graph/event';
import type { ExecutionGraph } from '../../graph/graph';
import type { Model } from '../../model/model';
import { isReadLike } from '../../program/label';
import type { Schedule } from '../../program/program';

/**
 * The schedule that brings a program to the state that the graph describes, memory included. Events keep their order of
 * appending.
 */
export function scheduleOf(model: Model, graph: ExecutionGraph): Schedule {
  return { steps: stepsOf(graph.events), memory: memoryOf(model, graph) };
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
  return { steps: stepsOf(order), memory: [], reversed: true };
}

/** The schedule of a complete execution, after which nothing more happens. */
export function completeSchedule(graph: ExecutionGraph): Schedule {
  return { steps: stepsOf(graph.events), memory: [] };
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
