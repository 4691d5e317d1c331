/**
 * Which locations threads can still write, more precisely than by all writes below in their trees (future-writes.ts). A
 * read returns the value of a write that is present, or of one that a thread which can continue may still perform. So
 * subtrees below other values are left out, and so are loops that keep waiting. Where the trees do not show what
 * follows, the answer is that anything is possible.
 */
import { isAtOnce, isObjectKind } from '../../object';
import { hidesValue, Kind, type Label, type LocationId, type ThreadId, type Value } from '../../program/label';
import { isUnfinished, type HistoryNode } from '../../program/program';
import { alwaysWrites, isCompareExchange, returns, rmwResult, SPURIOUS } from '../../program/rmw';
import type { Speculations } from './speculations';
import type { WaitingThread } from './wait-for';
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
  /** Does an iteration or a failed attempt end at the node that is left out? The thread does not go on from there. */
  isLeftOut(node: HistoryNode): boolean;
}

export class ReachableValues {
  /** Locations that threads which can continue may still write, and with which values; undefined: with any. */
  private readonly written = new Map<LocationId, Set<Value> | undefined>();
  private left = MAX_STEPS;
  private grown = true;

  /**
   * `leavesOutAttempts`: are failed attempts left out? Then the order of branches does not prove that the trees show
   * what threads may do after they have read a value; no run may have shown it just because this branch was left out.
   */
  constructor(
    private readonly present: Present,
    private readonly speculations: Speculations | undefined,
    private readonly leavesOutAttempts = false,
  ) {}

  /** May all threads be served that must continue? True also if that is not known. */
  canBeServed(all: readonly WaitingThread[]): boolean {
    // The values do not say which histories follow.
    if (all.some(({ node }) => node.past !== undefined)) return true;
    const able = all.map((s) => s.needsWrite < 0 && s.needsEnd < 0);
    const isServed = (s: WaitingThread, i: number): boolean =>
      !s.mustContinue || able[i] || this.isHelped(all, i, able);
    // Often the threads' next events suffice.
    for (let i = 0; i < all.length; i++) {
      const next = all[i].node.pending;
      if (able[i] && next !== null && alwaysWrites(next) && all.every(({ useless }) => useless.size === 0))
        this.write(next.loc, undefined);
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
    const { needsWrite, needsEnd, useless } = all[i];
    if (needsWrite < 0) return all.some((s, j) => able[j] && s.thread === needsEnd);
    if (!this.written.has(needsWrite)) return false;
    const values = this.written.get(needsWrite);
    return values === undefined || [...values].some((value) => !useless.has(value));
  }

  /** Adds the locations that the thread may write from the node on. Returns false if these are not known. */
  private walk(node: HistoryNode, first: boolean): boolean {
    if (this.left-- <= 0) return false;
    const { pending, thread } = node;
    if (pending === null) return !isUnfinished(node);
    // Its value is made of several writes.
    if (pending.pieces.length > 0) return false;
    const { kind, loc } = pending;
    const isRead = kind === Kind.Load || kind === Kind.Rmw || kind === Kind.PlainRead;
    const written = this.written.get(loc);
    if (!isRead || (written === undefined && this.written.has(loc))) return this.walkAll(node, pending);
    const present = this.present.values(thread, pending, first);
    for (const value of present) if (!this.read(node, pending, value, false)) return false;
    for (const w of written ?? [])
      for (const value of returns(pending, w))
        if (!present.includes(value) && !this.read(node, pending, value, !this.leavesOutAttempts)) return false;
    return true;
  }

  /**
   * Continues with a value that the event may return; `speculates`: nothing, if no run has shown what follows. Returns
   * false if that is not known.
   */
  private read(node: HistoryNode, l: Label, value: Value, speculates: boolean): boolean {
    if (value === SPURIOUS && !offersFailure(node, l)) return true;
    const child = node.children.get(value);
    if (child === undefined && !speculates) return false;
    if (child === undefined) this.speculations?.add('children', node, node.children.size);
    if (l.kind === Kind.Rmw && (child !== undefined || isCompareExchange(l))) this.update(l, value);
    return child === undefined || this.enter(child);
  }

  /** Continues with all values that the event may return. */
  private walkAll(node: HistoryNode, l: Label): boolean {
    if (node.children.size === 0 || this.leavesOutAttempts) return false;
    this.speculations?.add('children', node, node.children.size);
    if (isObjectKind(l.kind)) this.write(l.loc, undefined);
    if (isCompareExchange(l)) this.write(l.loc, l.value);
    for (const child of node.children.values()) {
      if (l.kind === Kind.Rmw) this.update(l, child.value);
      if (!this.enter(child)) return false;
    }
    return true;
  }

  private enter(node: HistoryNode): boolean {
    if (this.present.isLeftOut(node)) return true;
    for (const l of node.segment) {
      if (l.kind === Kind.Create) return false;
      const isWrite = l.kind === Kind.Store || l.kind === Kind.PlainWrite;
      if (isWrite && !hidesValue(l) && l.pieces.length === 0) this.write(l.loc, l.value);
      else if (isWrite || isAtOnce(l.kind)) this.write(l.loc, undefined);
    }
    return this.walk(node, false);
  }

  /** The read-modify-write returns that. */
  private update(l: Label, returned: Value): void {
    const value = returned === SPURIOUS ? undefined : rmwResult(l, returned);
    if (value !== undefined) this.write(l.loc, value);
  }

  /** `value`: undefined: any. */
  private write(loc: LocationId, value: Value | undefined): void {
    const values = this.written.get(loc);
    if (values === undefined ? this.written.has(loc) : value !== undefined && values.has(value)) return;
    if (value === undefined) this.written.set(loc, undefined);
    else if (values === undefined) this.written.set(loc, new Set([value]));
    else values.add(value);
    this.grown = true;
  }
}
