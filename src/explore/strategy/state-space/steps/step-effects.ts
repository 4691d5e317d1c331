/** What threads do in a step: whether that changes something (state-graph.ts), and what its events touch. */
import { type GraphEvent, isWrite } from '../../../../graph/event';
import { isObjectKind, isSemaphore, seesHolder } from '../../../../object';
import { Kind, type Label, leavesCancelled, type ThreadId } from '../../../../program/label';
import { goesRound } from '../../../../program/operand';
import { SPURIOUS } from '../../../../program/rmw';
import type { RecordedKinds, RecordedTouch } from '../../../common/step-recorder';
import { taken } from '../../../histories/spin-loops';
import { type StepEffects, type StepKind, type StepKinds, stronger, type Units } from './state-graph';

/** What threads did by these events, which were performed in one move. */
export function effectsOf(events: readonly GraphEvent[]): StepEffects {
  const units: Units[] = [];
  for (const { thread, label, read } of events) {
    const change = isSemaphore(label.kind) ? taken(label, read ?? 0) : 0;
    if (change !== 0 && change !== undefined) units.push({ thread, semaphore: label.loc, change });
  }
  const kinds = kindsOfSteps(events);
  const spurious = events.some(({ read }) => read === SPURIOUS);
  return { kinds, units, spurious, givingBack: units.length === 0 ? kinds : kindsOfSteps(events, 'locks') };
}

/**
 * The kinds of these steps. `units`: what taking and giving units of semaphores counts as: a thread may pass on units
 * from one thread to another.
 */
export function kindsOfSteps(events: readonly GraphEvent[], units: StepKind = 'changes'): StepKinds {
  const kinds = new Map<ThreadId, StepKind>();
  for (const e of events) {
    if (e.label.kind === Kind.Fence) continue;
    kinds.set(e.thread, stronger(kinds.get(e.thread), kindOf(e, units)));
  }
  return kinds;
}

function kindOf({ label, read }: GraphEvent, units: StepKind): StepKind {
  // It would have changed something, and does not fail again and again for ever.
  if (read === SPURIOUS && label.value !== label.expected) return 'changes';
  if (goesRound(label)) return label.atWaitingLoop ? 'looks' : 'locks';
  if (sleeps(label) && (read ?? 0) === 0) return 'sleeps';
  const change = taken(label, read ?? 0);
  if (change === undefined) return 'changes';
  if (change !== 0 && isSemaphore(label.kind) && units === 'changes') return units;
  // A wait that ends without a signal looks, too; and a loop may read plain data that nobody writes, without events.
  return change === 0 || label.kind === Kind.CondWake || seesHolder(label.kind) || label.atWaitingLoop
    ? 'looks'
    : 'locks';
}

/** Is it part of a wait that another thread ends, where it returns 0? */
function sleeps(l: Label): boolean {
  switch (l.kind) {
    case Kind.CondWake:
      return !leavesCancelled(l);
    case Kind.FutexEnter:
    case Kind.FutexLeave:
    case Kind.FutexAwait:
      return true;
    default:
      return false;
  }
}

/** In the order of the events, the first of which is the one that began the step. */
export function touchesOf(events: readonly GraphEvent[]): RecordedTouch[] {
  return events.map((e) => {
    const { thread, label } = e;
    const ofThread = label.kind === Kind.Join || label.kind === Kind.Detach;
    if (label.loc < 0 && ofThread) return { thread, loc: -2 - label.thread, writes: true };
    return { thread, loc: label.loc, writes: isWrite(e) || isObjectKind(label.kind) };
  });
}

/** A schedule need not tell a thread that sleeps from one that changes something. */
export function recordedKinds(kinds: StepKinds): RecordedKinds {
  return new Map([...kinds].map(([t, kind]) => [t, kind === 'sleeps' ? 'changes' : kind]));
}

/** Did the events more than look? Who takes a lock and looks then goes on to give it back. */
export function acts(events: readonly GraphEvent[], mark = 0): boolean {
  for (let i = mark; i < events.length; i++) {
    const { label, read } = events[i];
    if (taken(label, read ?? 0) !== 0 || label.kind === Kind.FutexLeave) return true;
  }
  return false;
}
