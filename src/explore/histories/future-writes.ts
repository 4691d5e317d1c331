/**
 * What a thread may still write, as far as its history tree is known. Below a node whose pending event was never served
 * in any run nothing is known, so the thread may write anything there. Trees only grow, and so do the summaries here: a
 * new node adds its writes to the summaries of its ancestors. A query is a set lookup; adding a node is linear in its
 * depth at most.
 */
import { Kind, type Label, type LocationId, type ThreadId } from '../../program/label';
import { isUnfinished, type HistoryNode, type Program } from '../../program/program';
import { isAtOnce, isChosen, isObjectKind, seesHolder } from '../../object';
import type { Speculations } from './speculations';
import { BitSet } from '../common/bit-set';
import { waitsOnly } from '../../program/operand';

/** A summary of the future of a node: its pending event, and all below. */
interface Summary {
  readonly node: HistoryNode;
  /**
   * Locations that it may write, those where it may see that a lock is taken (next field), and threads that it may
   * create; undefined: none.
   */
  locs: BitSet | undefined;
  tries: BitSet | undefined;
  creates: BitSet | undefined;
  /** How many nodes, this one included, stand before an event that was never served. */
  unserved: number;
  /** How many labels of the segment were processed: after a run that was cut, more may follow. */
  labels: number;
  pending: boolean;
  served: boolean;
}

export class FutureWrites {
  private readonly summaries: Summary[] = [];
  /** Nodes whose segments may become longer. */
  private unfinished: Summary[] = [];
  private readonly roots: HistoryNode[][] = [];

  /** `speculations`: records the answers that rely on incomplete trees. */
  constructor(
    private readonly program: Program,
    private readonly speculations: () => Speculations | undefined = () => undefined,
  ) {}

  /** Adds a thread's root, so that creating the thread counts as the writes that it may perform. */
  addRoot(node: HistoryNode): void {
    const known = (this.roots[node.thread] ??= []);
    if (!known.includes(node)) known.push(node);
  }

  /** The roots that were added. */
  get known(): readonly HistoryNode[] {
    return this.roots.flat();
  }

  /** May a thread that stands at the node (its pending event not performed) still write the location? */
  mayWrite(node: HistoryNode, loc: LocationId): boolean {
    return this.may('locs', node, loc);
  }

  /** May the thread still see that another one holds the lock, or a unit of the semaphore? */
  mayTry(node: HistoryNode, loc: LocationId): boolean {
    return this.may('tries', node, loc);
  }

  private may(what: 'locs' | 'tries', node: HistoryNode, loc: LocationId): boolean {
    const may = this.look(what, node, loc);
    if (!may) this.speculations()?.add(what, node, loc);
    return may;
  }

  private look(what: 'locs' | 'tries', node: HistoryNode, loc: LocationId, seen?: Set<ThreadId>): boolean {
    if (this.summaries.length !== this.program.nodes.length) this.learn();
    const { unserved, [what]: some, creates } = this.summaries[node.id];
    return (
      unserved > 0 ||
      some?.has(loc) === true ||
      (creates?.some((t) => this.created(what, t, loc, seen ?? new Set())) ?? false)
    );
  }

  private created(what: 'locs' | 'tries', t: ThreadId, loc: LocationId, seen: Set<ThreadId>): boolean {
    if (seen.has(t)) return false;
    seen.add(t);
    const roots = this.roots[t];
    return (
      roots === undefined ||
      roots.some(
        (root) =>
          (what === 'locs' && writesIn(root.segment, loc)) ||
          this.look(what, root, loc, seen) ||
          root.segment.some((l) => l.kind === Kind.Create && this.created(what, l.thread, loc, seen)),
      )
    );
  }

  /** Processes the nodes that are new. */
  private learn(): void {
    const { nodes } = this.program;
    const unfinished = this.unfinished;
    this.unfinished = [];
    for (const s of unfinished) this.takeUp(s);
    while (this.summaries.length < nodes.length) {
      const s: Summary = {
        node: nodes[this.summaries.length],
        locs: undefined,
        tries: undefined,
        creates: undefined,
        unserved: 0,
        labels: 0,
        pending: false,
        served: false,
      };
      this.summaries.push(s);
      this.takeUp(s);
    }
  }

  private above({ node }: Summary): Summary | undefined {
    return node.parent === null ? undefined : this.summaries[node.parent.id];
  }

  /** Adds the node's writes to the summaries of its ancestors. */
  private takeUp(s: Summary): void {
    const {
      node: { segment, pending },
    } = s;
    const parent = this.above(s);
    let unserved = 0;
    if (parent?.served === false) {
      parent.served = true;
      unserved--;
    }
    if (parent !== undefined && s.labels < segment.length) {
      let locs: BitSet | undefined;
      let creates: BitSet | undefined;
      for (let i = s.labels; i < segment.length; i++) {
        const l = segment[i];
        if (isWriteKind(l)) (locs ??= new BitSet()).add(l.loc);
        if (l.kind === Kind.Create) (creates ??= new BitSet()).add(l.thread);
      }
      this.propagate(parent, { locs, creates });
    }
    s.labels = segment.length;
    if (pending !== null && !s.pending) {
      s.pending = true;
      if (mayChange(pending)) {
        const locs = new BitSet();
        locs.add(pending.loc);
        this.propagate(s, seesHolder(pending.kind) ? { locs, tries: locs } : { locs });
      }
      s.unserved++;
      unserved++;
    }
    for (let a = parent; a !== undefined && unserved !== 0; a = this.above(a)) a.unserved += unserved;
    if (isUnfinished(s.node)) this.unfinished.push(s);
  }

  /** Adds to the summaries of the node and its ancestors, up to one that has all of it. */
  private propagate(
    from: Summary,
    { locs, tries, creates }: { locs?: BitSet | undefined; tries?: BitSet | undefined; creates?: BitSet | undefined },
  ): void {
    let news = locs !== undefined || creates !== undefined;
    for (let s: Summary | undefined = from; s !== undefined && news; s = this.above(s)) {
      news = false;
      if (locs !== undefined) news = (s.locs ??= new BitSet()).addAll(locs) || news;
      if (tries !== undefined) news = (s.tries ??= new BitSet()).addAll(tries) || news;
      if (creates !== undefined) news = (s.creates ??= new BitSet()).addAll(creates) || news;
    }
  }
}

function writesIn(segment: readonly Label[], loc: LocationId): boolean {
  return segment.some((l) => l.loc === loc && isWriteKind(l));
}

/** Does the event, which needs no value, write its location? */
export function isWriteKind(l: Label): boolean {
  return l.kind === Kind.Store || l.kind === Kind.PlainWrite || isAtOnce(l.kind);
}

/** May the event, which waits for a value, change its location? A wait that only another operation can end does not. */
function mayChange(l: Label): boolean {
  return l.kind === Kind.Rmw || (isObjectKind(l.kind) && !(isChosen(l.kind) && waitsOnly(l)));
}
