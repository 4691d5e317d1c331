/** What a thread may do next in a state of the state search, where memory holds one value for each location. */
import type { ExecutionGraph } from '../../../../graph/graph';
import { isChosen, isObjectKind } from '../../../../object';
import { noSync } from '../../../../object/object';
import { isReadLike, Kind, type Label } from '../../../../program/label';
import { goesRound } from '../../../../program/operand';
import { rmwResult, SPURIOUS } from '../../../../program/rmw';
import { candidates, outcomesAfter, type Candidate } from '../../../extend/candidates';
import type { Pending } from '../../../extend/extender';
import { offersFailure } from '../../../histories/spurious-failures';

/** One way to perform the event before which a thread stands; without a candidate: there is only one. */
export interface EnabledEvent {
  readonly pending: Pending;
  readonly candidate: Candidate | undefined;
  /** Its number among the ways in which the thread may go on in the state. */
  readonly choice: number;
}

/** The moves of the thread; none: it waits. */
export function enabledOf(graph: ExecutionGraph, pending: Pending): EnabledEvent[] {
  const { thread: t, label: l } = pending;
  if (!isReadLike(l)) return [{ pending, candidate: undefined, choice: 0 }];
  return present(graph, t, pending).map((candidate, choice) => ({ pending, candidate, choice }));
}

/** The candidates that read what is there now. */
function present(graph: ExecutionGraph, t: number, { label: l, node }: Pending): Candidate[] {
  // A state that is known ends it; candidates() bounds how often executions go round.
  if (goesRound(l))
    return [{ source: null, read: 0, written: undefined, object: undefined, sync: noSync, misuse: undefined }];
  if (l.kind === Kind.Choose || l.kind === Kind.Join) return candidates(graph, t, l);
  const source = graph.location(l.loc).writes.at(-1)!;
  if (isChosen(l.kind) && wasChosen(graph, t, l))
    return [{ source, read: 0, written: undefined, object: undefined, sync: noSync, misuse: undefined }];
  if (isObjectKind(l.kind))
    return outcomesAfter(graph, source, t, l).map((outcome) =>
      outcome.kind === 'misuse'
        ? { source, read: 0, written: undefined, object: undefined, sync: noSync, misuse: outcome.message }
        : {
            source,
            read: outcome.value,
            written: undefined,
            object: outcome.next,
            sync: outcome.sync,
            misuse: undefined,
          },
    );
  const read = source.written!;
  const written = l.kind === Kind.Rmw ? rmwResult(l, read) : undefined;
  const reading: Candidate = { source, read, written, object: undefined, sync: noSync, misuse: undefined };
  if (read !== l.expected || !offersFailure(node, l)) return [reading];
  return [reading, { ...reading, read: SPURIOUS, written: undefined }];
}

/**
 * Was the thread let go before it came to wait, and has the object changed since? The present state does not show that
 * any more. (A barrier orders memory, but is left at once.)
 */
function wasChosen(graph: ExecutionGraph, t: number, l: Label): boolean {
  const { writes } = graph.location(l.loc);
  for (let i = writes.length - 2; i >= 0 && writes[i + 1].thread !== t; i--)
    if (outcomesAfter(graph, writes[i], t, l).some((o) => o.kind === 'done' && o.next === undefined)) return true;
  return false;
}
