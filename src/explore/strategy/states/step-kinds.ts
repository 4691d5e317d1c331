/** Whether the steps of threads change something (state-graph.ts). */
import type { GraphEvent } from '../../../graph/event';
import type { ExecutionGraph } from '../../../graph/graph';
import { triesToLock } from '../../../object';
import { Kind, type ThreadId } from '../../../program/label';
import { taken } from '../../histories/spin-loops';
import type { StepKind, StepKinds } from './state-graph';

/** What threads did by the events from the mark on, which were performed in one move. */
export function kindsOfSteps({ events }: ExecutionGraph, mark: number): StepKinds {
  const kinds = new Map<ThreadId, StepKind>();
  for (let i = mark; i < events.length; i++) {
    const { thread, label } = events[i];
    if (label.kind === Kind.Fence) continue;
    const [before, kind] = [kinds.get(thread), kindOf(events[i])];
    if (before === undefined || kind === 'changes' || before === 'locks') kinds.set(thread, kind);
  }
  return kinds;
}

function kindOf({ label, read }: GraphEvent): StepKind {
  const change = taken(label, read ?? 0);
  if (change === undefined) return 'changes';
  // A wait that ends without a signal looks, too.
  return change === 0 || label.kind === Kind.CondWake || triesToLock(label.kind) ? 'looks' : 'locks';
}
