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
import { isRepeated } from './repeated-accesses';
import type { Iteration } from './spin-loops';

/** May a read of the iteration, which ends at the node, race, so that the execution without it has not all errors? */
export function mayRace(iteration: Iteration, end: HistoryNode, program: Program): boolean {
  const { head, locks, fails, readsPlain, atomics } = iteration;
  if ([...atomics].some((loc) => program.isMixed?.(loc) === true)) return true;
  if (locks.size === 0) return readsPlain && !(fails && readsAgain(head, end));
  if (!readsPlain) return false;
  const sure = repeatedFrom(head);
  for (let n = end; n !== head; n = n.parent!) {
    const { kind, loc } = n.parent!.pending!;
    if (kind === Kind.PlainRead && !sure.has(loc)) return true;
  }
  return false;
}

/**
 * The same, where the executions are known in which the iteration's exchange succeeds instead of failing spuriously: if
 * the iteration is no more than that exchange, these have all its races.
 */
export function mayRaceAlone(iteration: Iteration, end: HistoryNode, program: Program): boolean {
  const { fails, length, readsPlain } = iteration;
  return !(fails && length === 1 && !readsPlain) && mayRace(iteration, end, program);
}

/** Has the thread read all plain data of the iteration before, with nothing but reads since? */
function readsAgain(head: HistoryNode, end: HistoryNode): boolean {
  for (let n = end; n !== head; n = n.parent!)
    if (n.parent!.pending!.kind === Kind.PlainRead && !isRepeated(n.parent!.pending!, n, -1)) return false;
  return true;
}

/** Plain data that the thread reads next from the node on, after it has taken locks and waited, whatever it gets. */
function repeatedFrom(node: HistoryNode | undefined): ReadonlySet<LocationId> {
  const pending = node?.past === undefined ? node?.pending : undefined; // Of several histories one may not be known.
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
