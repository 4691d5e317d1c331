/** Whether the steps of threads change something (state-graph.ts). */
import type { GraphEvent } from '../../../graph/event';
import type { ExecutionGraph } from '../../../graph/graph';
import { isSemaphore, seesHolder } from '../../../object';
import { Kind, type ThreadId } from '../../../program/label';
import { taken } from '../../histories/spin-loops';
import type { Deeds, StepKind, StepKinds, Units } from './state-graph';

/** What threads did by the events from the mark on, which were performed in one move. */
export function deedsOf(graph: ExecutionGraph, mark: number): Deeds {
  const units: Units[] = [];
  for (let i = mark; i < graph.events.length; i++) {
    const { thread, label, read } = graph.events[i];
    const change = isSemaphore(label.kind) ? taken(label, read ?? 0) : 0;
    if (change !== 0 && change !== undefined) units.push({ thread, semaphore: label.loc, change });
  }
  const kinds = kindsOfSteps(graph, mark);
  return { kinds, units, givingBack: units.length === 0 ? kinds : kindsOfSteps(graph, mark, 'locks') };
}

/**
 * The kinds of these steps. `units`: what taking and giving units of semaphores counts as: a thread may pass on units
 * from one thread to another.
 */
export function kindsOfSteps({ events }: ExecutionGraph, mark: number, units: StepKind = 'changes'): StepKinds {
  const kinds = new Map<ThreadId, StepKind>();
  for (let i = mark; i < events.length; i++) {
    const { thread, label } = events[i];
    if (label.kind === Kind.Fence) continue;
    const [before, kind] = [kinds.get(thread), kindOf(events[i], units)];
    if (before === undefined || kind === 'changes' || before === 'locks') kinds.set(thread, kind);
  }
  return kinds;
}

function kindOf({ label, read }: GraphEvent, units: StepKind): StepKind {
  const change = taken(label, read ?? 0);
  if (change === undefined) return 'changes';
  if (change !== 0 && isSemaphore(label.kind) && units === 'changes') return units;
  // A wait that ends without a signal looks, too; and a loop may read plain data that nobody writes, without events.
  return change === 0 || label.kind === Kind.CondWake || seesHolder(label.kind) || label.atWaitingLoop
    ? 'looks'
    : 'locks';
}
