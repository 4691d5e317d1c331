/** What the events of a step touch, for recorded steps. */
import { isWrite, type GraphEvent } from '../../../graph/event';
import { isObjectKind } from '../../../object';
import { Kind } from '../../../program/label';
import type { RecordedTouch } from '../../common/step-recorder';

/** In the order of the events, the first of which is the one that began the step. */
export function touchesOf(events: readonly GraphEvent[]): RecordedTouch[] {
  return events.map((e) => {
    const { thread, label } = e;
    const ofThread = label.kind === Kind.Join || label.kind === Kind.Detach;
    if (label.loc < 0 && ofThread) return { thread, loc: -2 - label.thread, writes: true };
    return { thread, loc: label.loc, writes: isWrite(e) || isObjectKind(label.kind) };
  });
}
