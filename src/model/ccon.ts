/**
 * CCon, the causal consistency of Drišta (Singh, Sharma, Sharma, Drišta: DPOR modulo observational equivalence for
 * C/C++11, section 5): an execution is a sequence of the events of all threads, and a read returns the last write
 * before it. A thread's events may take effect out of program order, as far as their memory orders allow it. A graph
 * has such a sequence if and only if the order in global-order.ts is acyclic, with this part of po (mhb in the paper):
 *
 * - accesses of one location;
 * - from everything to an event that releases (ro), from an event that acquires to everything (ao), from a release
 *   fence to writes and from reads to an acquire fence (fo). seq_cst events do both, loads and stores too: the paper
 *   orders seq_cst above acquire and release.
 *
 * An operation on a synchronisation object acquires and releases as its `sync` says, but for those that give back what
 * the thread holds: what they acquire, the thread has acquired before, so they only release. Creating and ending a
 * thread release, beginning and joining one acquire. so of the paper, which orders synchronised accesses of plain
 * data, follows from these.
 *
 * So stores reach all other threads at once: two threads that load with acquire never see two independent writes in
 * different orders, which C11 and RC11 allow.
 *
 * Every execution of sc is one of CCon, for it keeps all of po. Every one of CCon is one of RC11: happens-before
 * between threads, and between accesses of one location, is part of the sequence, as are rf, co and fr, so coherence
 * and atomicity hold; and seq_cst events keep their place among all events of their threads, so psc is part of it too.
 *
 * - Happens-before is that of C11, with its release sequences. Those of the paper also continue through release writes
 *   of other threads. C11 has no such synchronisation, so the accesses that it would order race under C11: an error
 *   would be missed.
 * - Of dependencies (pd), which the paper does not define, none are kept. po ∪ rf is acyclic instead, as in RC11:
 *   appending never closes such a cycle.
 * - A prefix of a consistent graph is consistent: its events keep their sequence.
 * - The witness is a graph: the coherence orders, not the sequence, decide what may be appended. The constraints that
 *   forceCoherence adds hold in all graphs, since CCon is stronger than RC11.
 * - The stronger model for seq_cst accesses is sc, as under RC11: the executions are between those of sc and RC11,
 *   which are then the same, with the same happens-before.
 */
import type { GraphEvent } from '../graph/event';
import { isAtOnce, isObjectKind } from '../object';
import { Kind } from '../program/label';
import { hasMemoryOrder, isAcquire, isRelease, readOrder } from '../program/memory-order';
import { C11HappensBefore } from './c11-happens-before';
import { C11Model } from './c11-model';
import { globalOrder, type KeptOrder } from './global-order';
import { scWhereRobust } from './sequential-consistency';

const causal: KeptOrder = {
  acquires({ label: l, sync, written, object }: GraphEvent): boolean {
    if (l.kind === Kind.Begin || l.kind === Kind.Join) return true;
    if (isObjectKind(l.kind)) return sync !== undefined && sync.acquires !== 'nothing' && !isAtOnce(l.kind);
    return hasMemoryOrder(l) && isAcquire(readOrder(l, written !== undefined || object !== undefined));
  },
  releases({ label: l, sync, written, object }: GraphEvent): boolean {
    if (l.kind === Kind.Create || l.kind === Kind.End) return true;
    if (isObjectKind(l.kind)) return sync !== undefined && sync.releases !== 'nothing';
    return hasMemoryOrder(l) && isRelease(readOrder(l, written !== undefined || object !== undefined));
  },
  also: 'locations',
};

export class Ccon extends C11Model {
  constructor() {
    const happensBefore = new C11HappensBefore('c11');
    super('ccon', happensBefore, scWhereRobust(happensBefore), globalOrder(causal));
  }
}
