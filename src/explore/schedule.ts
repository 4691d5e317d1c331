/** A graph as a schedule: its read-like events in the order in which they were appended. */
import type { ExecutionGraph } from '../graph/graph';
import type { Model } from '../model/model';
import { isReadLike } from '../program/label';
import type { Schedule } from '../program/program';

/** Brings a program to the state that the graph describes, memory included. */
export function scheduleOf(model: Model, graph: ExecutionGraph): Schedule {
  const steps = graph.events
    .filter((e) => isReadLike(e.label))
    .map((e) => ({ thread: e.thread, label: e.label, value: e.read! }));
  const memory = [];
  for (const [loc, state] of graph.locations) {
    const appended = state.writes.at(-1)!;
    if (appended.written === undefined || appended.thread < 0) continue;
    const latest = model.latest(graph, loc);
    if (latest !== appended) memory.push({ loc, value: latest.written! });
  }
  return { steps, memory };
}
