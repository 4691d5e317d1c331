/**
 * Which locations threads can still write, more precisely than by all writes below in their trees (future-writes.ts). A
 * read returns the value of a write that is present, or of one that a thread which can continue may still perform. So
 * subtrees below other values are left out, and so are loops that keep waiting. Where the trees do not show what
 * follows, the answer is that anything is possible.
 */
import { isAtOnce, isObjectKind } from '../../object';
import { Kind, type Label, type LocationId, type ThreadId, type Value } from '../../program/label';
import { isUnfinished, type HistoryNode } from '../../program/program';
import { alwaysWrites, rmwResult, SPURIOUS } from '../../program/rmw';
import type { Speculations } from './speculations';
import type { WaitingThread } from './wait-for';
import { iterationEndingAt } from './spin-loops';
import { offersFailure } from './spurious-failures';

/** The most nodes that are visited; then the answer is that anything is possible. */
const MAX_STEPS = 300;

/** The parts of the state that the walk uses. */
export interface Present {
  /**
   * Values that the thread may still read at the location from the present writes; `first`: by the event that is
   * pending now.
   */
  values(thread: ThreadId, l: Label, first: boolean): readonly Value[];
}

export class ReachableValues {
  /** Locations that threads which can continue may still write. */
  private readonly written = new Set<LocationId>();
  private left = MAX_STEPS;
  private grown = true;

  constructor(
    private readonly present: Present,
    private readonly speculations: Speculations | undefined,
  ) {}

  /** May all threads with deferred events be served? True also if that is not known. */
  canBeServed(all: readonly WaitingThread[]): boolean {
    // The values do not say which histories follow.
    if (all.some(({ node }) => node.past !== undefined)) return true;
    const able = all.map((s) => s.needsWrite < 0 && s.needsEnd < 0);
    const isServed = (s: WaitingThread, i: number): boolean =>
      !s.deferred || s.mayStay || able[i] || this.isHelped(all, i, able);
    // Often the threads' next events suffice.
    for (let i = 0; i < all.length; i++) {
      const next = all[i].node.pending;
      if (able[i] && next !== null && alwaysWrites(next)) this.write(next.loc);
    }
    if (all.every(isServed)) return true;
    while (this.grown) {
      this.grown = false;
      for (let i = 0; i < all.length; i++) {
        if (able[i]) {
          // Often the first thread's writes suffice.
          if (!this.walk(all[i].node, true) || all.every(isServed)) return true;
        } else if (this.isHelped(all, i, able)) {
          able[i] = this.grown = true;
        }
      }
      if (all.every(isServed)) return true;
    }
    return false;
  }

  private isHelped(all: readonly WaitingThread[], i: number, able: readonly boolean[]): boolean {
    const { needsWrite, needsEnd } = all[i];
    return needsWrite >= 0 ? this.written.has(needsWrite) : all.some((s, j) => able[j] && s.thread === needsEnd);
  }

  /** Adds the locations that the thread may write from the node on. Returns false if these are not known. */
  private walk(node: HistoryNode, first: boolean): boolean {
    if (this.left-- <= 0) return false;
    const { pending, thread } = node;
    if (pending === null) return !isUnfinished(node);
    const { kind, loc } = pending;
    if ((kind !== Kind.Load && kind !== Kind.Rmw && kind !== Kind.PlainRead) || this.written.has(loc))
      return this.walkAll(node, pending);
    for (const value of this.present.values(thread, pending, first)) {
      if (value === SPURIOUS && !offersFailure(node, pending)) continue;
      if (kind === Kind.Rmw && rmwResult(pending, value) !== undefined) this.write(loc);
      const child = node.children.get(value);
      if (child === undefined || !this.enter(child)) return false;
    }
    return true;
  }

  /** Continues with all values that the event may return. */
  private walkAll(node: HistoryNode, l: Label): boolean {
    if (node.children.size === 0) return false;
    this.speculations?.add('children', node, node.children.size);
    if (l.kind === Kind.Rmw || isObjectKind(l.kind)) this.write(l.loc);
    for (const child of node.children.values()) if (!this.enter(child)) return false;
    return true;
  }

  private enter(node: HistoryNode): boolean {
    if (iterationEndingAt(node)?.locks.size === 0) return true;
    for (const l of node.segment) {
      if (l.kind === Kind.Create) return false;
      if (l.kind === Kind.Store || l.kind === Kind.PlainWrite || isAtOnce(l.kind)) this.write(l.loc);
    }
    return this.walk(node, false);
  }

  private write(loc: LocationId): void {
    if (this.written.has(loc)) return;
    this.written.add(loc);
    this.grown = true;
  }
}
