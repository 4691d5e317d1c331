/**
 * Loops that wait. Where a loop may begin an iteration (an atomic load, a lock ...) the runtime gives a fingerprint of
 * the thread's machine state. A thread that comes to the same fingerprint again, and has changed nothing in between,
 * has made no progress: that branch is dropped, so a spinning thread waits for another value. An iteration may also
 * take locks if it releases them; observed-iterations.ts handles what other threads observe of that.
 */
import { isObjectKind, leavesState } from '../../object';
import {
  allocates,
  frees,
  isOfYoung,
  isPlainAccess,
  isReadLike,
  Kind,
  leavesCancelled,
  type Label,
  type LocationId,
  type ThreadId,
  type Value,
} from '../../program/label';
import { childrenAfter, isUnfinished, type HistoryNode } from '../../program/program';
import { rmwResult, SPURIOUS, valueRead } from '../../program/rmw';
import { isRepeated } from './repeated-accesses';
import { valuesAt } from '../../program/pieces';
import { goesRound, goesToSleep, isPartOfWait } from '../../program/operand';

/** Values of locations, as memory holds them in the end. */
export type LastValues = ReadonlyMap<LocationId, Value>;

/**
 * An operation on an object in an iteration, with its result; `step`: how many events that return values precede it in
 * the iteration.
 */
export interface Operation {
  readonly step: number;
  readonly label: Label;
  readonly value: Value;
}

/** An iteration of a waiting loop: the thread is in the same state after it as before. */
export interface Iteration {
  /** The node whose pending event is its first event. */
  readonly head: HistoryNode;
  /** How many of its events return values. */
  readonly length: number;
  /**
   * The values that its reads returned; undefined: it cannot be repeated for ever, since it read two values at one
   * location, or not `mayLast`.
   */
  readonly values: LastValues | undefined;
  /** Does a weak compare-exchange fail spuriously in it? It does not do so again and again for ever. */
  readonly fails: boolean;
  /**
   * May the thread repeat it for ever? Not if it fails, if another thread has woken it on a futex, or if it does not
   * sleep on one because the word has changed meanwhile.
   */
  readonly mayLast: boolean;
  /** Its operations on objects, in order. */
  readonly operations: readonly Operation[];
  /** The locks that it takes and releases. */
  readonly locks: ReadonlySet<LocationId>;
  /** Do only plain reads, which leave no choice, come after its first event? */
  readonly plain: boolean;
  /** Does it read plain data? Then it may race, even if it makes no progress. */
  readonly readsPlain: boolean;
  /** The locations that it reads by atomic operations. */
  readonly atomics: ReadonlySet<LocationId>;
}

/** Cached answers for a node whose pending event has a fingerprint. */
interface SpinCache {
  /** The iteration that ends there; null: none. */
  iteration: Iteration | null | undefined;
  /** How often each fingerprint was seen in the node's tree, at those nodes that have this. */
  seen: Map<Value, number> | undefined;
}

function spinCacheOf(node: HistoryNode): SpinCache {
  return (node.spinCache ??= { iteration: undefined, seen: undefined } satisfies SpinCache) as SpinCache;
}

/**
 * The iteration of a loop that ends at the node: the thread is in the same state as at an earlier node, and has changed
 * nothing since. Undefined if it has made progress.
 */
export function iterationEndingAt(node: HistoryNode): Iteration | undefined {
  // A later run may show what a run that was cut has not shown.
  if (node.pending === null || !node.pending.spin) return undefined;
  const found = spinCacheOf(node);
  if (found.iteration === undefined) found.iteration = lookBack(node) ?? null;
  return found.iteration ?? undefined;
}

/** Where so many last steps changed nothing, it is looked up first whether the thread was in the same state before. */
const FEW = 8;

function lookBack(node: HistoryNode): Iteration | undefined {
  const { pending } = node;
  if (pending === null) return undefined;
  const values = new Map<LocationId, Value>();
  const locations = new Set<LocationId>();
  let repeats = true;
  const locks = new Set<LocationId>();
  const backwards: { readonly back: number; readonly label: Label; readonly value: Value }[] = [];
  /** By object: how many more times the examined part of the iteration releases it than takes it. */
  const owed = new Map<LocationId, number>();
  let length = 0;
  let plain = true;
  let readsPlain = false;
  const atomics = new Set<LocationId>();
  let updates = false;
  let fails = false;
  let looksAtFutex = false;
  let woken = false;
  let repeatsWrites = false;
  const freed = new Set<LocationId>();
  for (let n = node; n.parent !== null; n = n.parent) {
    const l = n.parent.pending!;
    for (let i = n.segment.length; i-- >= 0;) {
      const [label, returned] = i < 0 ? [l, n.value] : [n.segment[i], 0];
      if (label.kind === Kind.Fence || isOnOwnBlock(label, freed)) continue;
      if (label.kind === Kind.PlainWrite && isRepeated(label, n, i)) {
        repeatsWrites = true;
        continue;
      }
      readsPlain ||= label.kind === Kind.PlainRead;
      const value = valueRead(label, returned);
      const read = isObjectKind(label.kind) ? [] : valuesAt(label, value);
      if (label.kind === Kind.Load || label.kind === Kind.Rmw) for (const [loc] of read) atomics.add(loc);
      looksAtFutex ||= label.kind === Kind.FutexEnter;
      woken ||= label.kind === Kind.FutexAwait && returned === 0;
      if (returned === SPURIOUS) fails = true;
      else updates ||= label.kind === Kind.Rmw && rmwResult(label, value) === undefined;
      const change = taken(label, returned);
      if (change === undefined) return undefined;
      if (change !== 0) {
        const left = (owed.get(label.loc) ?? 0) - change;
        // It may wait with a mutex that it held before, but must not release one that it holds for the whole iteration:
        // other threads could take it in each iteration.
        if (left < 0 && !isPartOfWait(label)) return undefined;
        owed.set(label.loc, left);
        if (change > 0 && label.kind !== Kind.CondBlock) locks.add(label.loc);
      }
      if (isObjectKind(label.kind)) backwards.push({ back: length, label, value });
      if (read.length > 0) locations.add(label.loc);
      for (const [loc, there] of read) {
        if (values.has(loc)) repeats &&= values.get(loc) === there;
        else values.set(loc, there);
      }
    }
    length++;
    if (length === FEW && !wasThere(node, pending)) return undefined;
    if (l.kind !== pending.kind || !sameMoment(l, pending) || [...owed.values()].some((n) => n !== 0)) {
      plain &&= l.kind === Kind.PlainRead;
      continue;
    }
    // An attempt to update data, as of a lock-free stack: its compare-exchange failed because what it had read before,
    // there and elsewhere, was overtaken. It does not wait, so it counts by what it has read.
    if (updates && !repeats && locations.size > 1) continue;
    if (repeatsWrites && !fails) continue;
    const operations = backwards.reverse().map(({ back, label, value }) => ({ step: length - 1 - back, label, value }));
    const { parent: head } = n;
    const mayLast = !fails && !woken && (repeats || !looksAtFutex);
    const lasts = repeats && mayLast ? values : undefined;
    return { head, length, values: lasts, fails, mayLast, operations, locks, plain, readsPlain, atomics };
  }
  return undefined;
}

/**
 * Does the event access a heap block that the iteration has allocated or frees, or begin or end its life? Other threads
 * do not know such a block: the fingerprints say that the thread has the same blocks after the iteration as before.
 * `freed`: locations that later events of the iteration free; the event's is added.
 */
function isOnOwnBlock(l: Label, freed: Set<LocationId>): boolean {
  if (frees(l)) freed.add(l.loc);
  return allocates(l) || isOfYoung(l) || (isPlainAccess(l) && l.pieces.length === 0 && freed.has(l.loc));
}

/**
 * How often one of the node's fingerprints occurs in the examined part of its tree, and at least on the path to the
 * node: once, if nowhere else.
 */
function timesSeen(node: HistoryNode, pending: Label): number {
  const fresh: SpinCache[] = [];
  const labels: Label[] = [];
  let tree: Map<Value, number> | undefined;
  for (let n: HistoryNode | null = node; n !== null; n = n.parent) {
    const found = spinCacheOf(n);
    tree = found.seen;
    if (tree !== undefined) break;
    fresh.push(found);
    // Something pends at all of them: the first one, and those that have children.
    labels.push(n.pending!);
  }
  tree ??= new Map();
  for (let i = 0; i < fresh.length; i++) {
    fresh[i].seen = tree;
    const { spin, machine } = labels[i];
    tree.set(spin, (tree.get(spin) ?? 0) + 1);
    if (machine !== 0 && machine !== spin) tree.set(machine, (tree.get(machine) ?? 0) + 1);
  }
  return Math.max(tree.get(pending.spin)!, tree.get(pending.machine) ?? 0);
}

/** Was the thread in this state before? This test is faster than examining the events in between. */
function wasThere(node: HistoryNode, pending: Label): boolean {
  if (timesSeen(node, pending) === 1) return false;
  for (let n = node.parent; n !== null; n = n.parent) if (sameMoment(n.pending!, pending)) return true;
  return false;
}

/** Is the thread in the same state before both? By one fingerprint or the other. */
export function sameMoment(a: Label, b: Label): boolean {
  return a.loc === b.loc && (a.spin === b.spin || (a.machine !== 0 && a.machine === b.machine));
}

/**
 * Does the event take something (1: a lock, a unit of a semaphore, a place among the waiters) or release it (-1)? 0: it
 * only reads. Undefined: it does something else.
 */
export function taken(l: Label, returned: Value): 1 | 0 | -1 | undefined {
  switch (l.kind) {
    case Kind.Load:
    case Kind.PlainRead:
      return 0;
    case Kind.Rmw: {
      // Writing the same value again, as test-and-set does, is no progress either.
      const written = rmwResult(l, returned);
      return written === undefined || written === returned ? 0 : undefined;
    }
    case Kind.CondBlock:
      return 1;
    case Kind.FutexEnter:
      return 1;
    // The thread stays in the queue until it is woken, or gives up.
    case Kind.FutexLeave:
      return goesToSleep(l) ? 0 : -1;
    case Kind.FutexAwait:
      return -1;
    // A wait that timed out, or ended without a signal, leaves the condition variable as it was.
    case Kind.CondWake:
      return returned === 0 || leavesCancelled(l) ? undefined : -1;
    case Kind.MutexLock:
    case Kind.RwRdlock:
    case Kind.RwWrlock:
    case Kind.SemWait:
      return returned === 0 ? 1 : undefined;
    case Kind.MutexTrylock:
    case Kind.RwTryrdlock:
    case Kind.RwTrywrlock:
    case Kind.SemTrywait:
      return returned === 0 ? 1 : leavesState(l, returned) ? 0 : undefined;
    case Kind.MutexUnlock:
    case Kind.RwRdunlock:
    case Kind.RwWrunlock:
    case Kind.SemPost:
      return -1;
    default:
      return leavesState(l, returned) || goesRound(l) ? 0 : undefined;
  }
}

/** The iterations in a program's trees, updated as the trees grow. */
class KnownIterations {
  /** Threads with iterations, and with some that may be repeated for ever. */
  readonly threads = new Set<ThreadId>();
  readonly waiting = new Set<ThreadId>();
  /** Nodes that lie in iterations, except the first one of each: only for these a search is needed. */
  readonly within = new Set<HistoryNode>();
  private looked = 0;
  /** Nodes that a run did not show to their end. */
  private unfinished: HistoryNode[] = [];

  learn(nodes: readonly HistoryNode[]): void {
    if (this.looked === nodes.length) return;
    const again = this.unfinished;
    this.unfinished = [];
    for (const node of again) this.look(node);
    while (this.looked < nodes.length) this.look(nodes[this.looked++]);
  }

  private look(node: HistoryNode): void {
    if (isUnfinished(node)) {
      this.unfinished.push(node);
      return;
    }
    const iteration = iterationEndingAt(node);
    if (iteration === undefined) return;
    this.threads.add(node.thread);
    if (iteration.mayLast) this.waiting.add(node.thread);
    for (let n = node; n !== iteration.head; n = n.parent!) this.within.add(n);
  }
}

/** By the list of nodes of a program, which is another one after the trees were discarded. */
const known = new WeakMap<readonly HistoryNode[], KnownIterations>();

function knownIterations(nodes: readonly HistoryNode[]): KnownIterations {
  let iterations = known.get(nodes);
  if (iterations === undefined) known.set(nodes, (iterations = new KnownIterations()));
  iterations.learn(nodes);
  return iterations;
}

/** Is any iteration of the thread known? `nodes`: those of the program. */
export function hasIterations(t: ThreadId, nodes: readonly HistoryNode[]): boolean {
  return knownIterations(nodes).threads.has(t);
}

/** May the thread wait in a loop, as far as is known? */
export function mayWait(t: ThreadId, nodes: readonly HistoryNode[]): boolean {
  return knownIterations(nodes).waiting.has(t);
}

const through = new WeakMap<HistoryNode, { readonly nodes: number; readonly iterations: readonly Iteration[] }>();

/**
 * The known iterations in which the node's pending event returns the value. `nodes`: those of the program.
 */
export function iterationsThrough(
  node: HistoryNode,
  value: Value,
  nodes: readonly HistoryNode[],
): readonly Iteration[] {
  return childrenAfter(node, value).flatMap((after) => iterationsBeyond(after, nodes));
}

function iterationsBeyond(after: HistoryNode, nodes: readonly HistoryNode[]): readonly Iteration[] {
  const { within } = knownIterations(nodes);
  if (!within.has(after)) return [];
  // When there are more nodes, more iterations may be known.
  const before = through.get(after);
  if (before?.nodes === nodes.length) return before.iterations;
  const iterations: Iteration[] = [];
  const todo = [{ at: after, depth: 1 }];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const { at, depth } = next;
    if (!within.has(at) || !mayContinueIteration(at)) continue;
    const iteration = iterationEndingAt(at);
    if (iteration !== undefined && iteration.length >= depth) iterations.push(iteration);
    else for (const child of at.children.values()) todo.push({ at: child, depth: depth + 1 });
  }
  through.set(after, { nodes: nodes.length, iterations });
  return iterations;
}

/** May the last event before the node be part of an iteration? */
function mayContinueIteration({ parent, value, segment }: HistoryNode): boolean {
  return (
    taken(parent!.pending!, value) !== undefined &&
    segment.every(
      (l) => l.kind === Kind.Fence || l.kind === Kind.PlainWrite || (!isReadLike(l) && taken(l, 0) !== undefined),
    )
  );
}

/**
 * How many steps of the iteration come before the node, which lies in it; and does the thread hold there a lock that
 * the iteration releases? (It does before it waits on a condition variable.)
 */
export function placeIn(iteration: Iteration, node: HistoryNode): { readonly step: number; readonly holds: boolean } {
  let step = 0;
  for (let n = node; n !== iteration.head; n = n.parent!) step++;
  for (const loc of iteration.locks) {
    let held = 0,
      least = 0,
      here = 0;
    for (const o of iteration.operations) {
      if (o.label.loc !== loc) continue;
      held += taken(o.label, o.value) ?? 0;
      least = Math.min(least, held);
      if (o.step < step) here = held;
    }
    if (here > least) return { step, holds: true };
  }
  return { step, holds: false };
}

/** The union of the two; undefined if they have different values at one location. */
export function both(a: LastValues, b: LastValues | undefined): LastValues | undefined {
  if (b === undefined) return undefined;
  const merged = new Map(a);
  for (const [loc, value] of b) {
    if (merged.has(loc) && merged.get(loc) !== value) return undefined;
    merged.set(loc, value);
  }
  return merged;
}
