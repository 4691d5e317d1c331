/** What threads do in a step and what its events touch, for recorded steps. */
import { isWrite, type GraphEvent } from '../../../../graph/event';
import { isObjectKind } from '../../../../object';
import { Kind } from '../../../../program/label';
import type { RecordedKinds, RecordedTouch } from '../../../common/step-recorder';
import type { StepKinds } from './state-graph';

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
