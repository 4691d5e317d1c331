/**
 * Iterations of waiting loops that may race. A read of an iteration without progress races with a write that may come
 * later in the search, even with one that depends on what the thread does after the loop.
 *
 * Where the iteration takes locks, a read that is repeated before the thread leaves the loop need not be considered:
 * the write comes after that one in po and rf, and what the repeated read happens before, the first one does too. So
 * the repeated read races with the write as well, in the execution without the iteration.
 */
import { EINTR, ETIMEDOUT } from '../../object/object';
import { Kind, type LocationId } from '../../program/label';
import { mayBeCancelled, mayTimeOut, mayWakeSpuriously } from '../../program/operand';
import type { HistoryNode, Program } from '../../program/program';
import type { Iteration } from './spin-loops';

/** May a read of the iteration, which ends at the node, race, so that the execution without it has not all errors? */
export function mayRace({ head, locks, readsPlain, atomics }: Iteration, end: HistoryNode, program: Program): boolean {
  const mixed = [...atomics].filter((loc) => program.isMixed?.(loc) === true);
  if (locks.size === 0 || mixed.length > 0) return readsPlain || mixed.length > 0;
  if (!readsPlain) return false;
  const sure = repeatedFrom(head);
  for (let n = end; n !== head; n = n.parent!) {
    const { kind, loc } = n.parent!.pending!;
    if (kind === Kind.PlainRead && !sure.has(loc)) return true;
  }
  return false;
}

/** Plain data that the thread reads next from the node on, after it has taken locks and waited, whatever it gets. */
function repeatedFrom(node: HistoryNode | undefined): ReadonlySet<LocationId> {
  const pending = node?.pending;
  switch (pending?.kind) {
    case Kind.PlainRead:
      return new Set([pending.loc]);
    case Kind.MutexLock:
    case Kind.RwRdlock:
    case Kind.RwWrlock:
    case Kind.SemWait:
    case Kind.CondBlock:
      return repeatedFrom(node!.children.get(0));
    case Kind.CondWake: {
      if (mayBeCancelled(pending)) return new Set();
      const results = [0, ...(mayTimeOut(pending) ? [ETIMEDOUT] : []), ...(mayWakeSpuriously(pending) ? [EINTR] : [])];
      const [first, ...others] = results.map((value) => repeatedFrom(node!.children.get(value)));
      return new Set([...first].filter((loc) => others.every((locs) => locs.has(loc))));
    }
    default:
      return new Set();
  }
}
