/**
 * The constraints on the coherence order (co) of one location.
 *
 * An rmw sits immediately after the write that it reads from, so writes form chains (w <- rmw <- rmw ...), and all
 * constraints are between chains. Chain 0 starts with the initial write and precedes all others. The
 * order exists if and only if no constraint closes a cycle.
 */
import type { GraphEvent } from './event';

interface Chain {
  readonly members: GraphEvent[];
  /** Chains that must come later. */
  readonly succ: number[];
  mark: number;
}

/** A complete order of the chains, by their numbers; `places` is its inverse. */
export interface ChainOrder {
  readonly chains: number[];
  readonly places: number[];
}

export class Coherence {
  readonly chains: Chain[] = [];
  /** Removed chains, for reuse. */
  private readonly spare: Chain[] = [];
  private readonly trail: number[] = [];
  private stamp = 0;

  /**
   * An order that obeys all constraints, maintained incrementally (Marchetti-Spaccamela, Nanni, Rohnert, Maintaining a
   * topological order under edge insertions, 1996): a constraint that it obeys already closes no cycle. A new chain
   * comes last in it. It may be set only to an earlier value for the same chains.
   */
  order: ChainOrder = { chains: [], places: [] };

  constructor(initial: GraphEvent) {
    this.start(initial);
  }

  /** Starts a new chain with the write. */
  start(w: GraphEvent): void {
    w.chain = this.chains.length;
    w.place = 0;
    const chain = this.spare.pop() ?? { members: [], succ: [], mark: 0 };
    chain.members.push(w);
    this.chains.push(chain);
    this.order.places[w.chain] = this.order.chains.length;
    this.order.chains.push(w.chain);
  }

  /** Puts the rmw behind the write that it reads from, which must be the last of its chain. */
  extend(w: GraphEvent, rmw: GraphEvent): void {
    const members = this.chains[w.chain].members;
    rmw.chain = w.chain;
    rmw.place = members.length;
    members.push(rmw);
  }

  /** Is the write the last of its chain, so that an rmw may read from it? */
  isLast(w: GraphEvent): boolean {
    return w.place === this.chains[w.chain].members.length - 1;
  }

  /** Undoes the last start or extend, whose constraints must have been undone before. */
  remove(w: GraphEvent): void {
    this.chains[w.chain].members.pop();
    if (w.place > 0) return;
    this.spare.push(this.chains.pop()!);
    const { chains, places } = this.order;
    const at = places.pop()!;
    chains.splice(at, 1);
    for (let i = at; i < chains.length; i++) places[chains[i]] = i;
  }

  /** The present position of the trail, for `undo`. */
  mark(): number {
    return this.trail.length;
  }

  /** Undoes the constraints since the mark. `order` may stay unchanged: it obeys those that remain. */
  undo(mark: number): void {
    while (this.trail.length > mark) this.chains[this.trail.pop()!].succ.pop();
  }

  /** Forces a before b. False when that closes a cycle; then nothing has changed. */
  force(a: GraphEvent, b: GraphEvent): boolean {
    if (a.chain === b.chain) return a.place < b.place;
    return this.forceChains(a.chain, b.chain);
  }

  /**
   * Forces chain a before another chain b, by their numbers. False when that closes a cycle; then nothing has changed.
   */
  forceChains(a: number, b: number): boolean {
    if (b === 0) return false;
    if (a === 0) return true;
    const succ = this.chains[a].succ;
    if (succ.includes(b)) return true;
    const { places } = this.order;
    if (places[a] > places[b] && !this.moveBehind(a, b)) return false;
    succ.push(b);
    this.trail.push(a);
    return true;
  }

  /**
   * Moves chain b, and the chains that must come after it, behind chain a, which comes later in the order. Returns
   * false if a must come after b.
   */
  private moveBehind(a: number, b: number): boolean {
    if (this.reaches(b, a)) return false;
    const stamp = this.stamp;
    const chains = this.order.chains.slice();
    const places = this.order.places.slice();
    const moved: number[] = [];
    let to = places[b];
    for (let i = to; i <= places[a]; i++) {
      const c = chains[i];
      if (this.chains[c].mark === stamp) moved.push(c);
      else chains[to++] = c;
    }
    for (const c of moved) chains[to++] = c;
    for (let i = places[b], end = places[a]; i <= end; i++) places[chains[i]] = i;
    this.order = { chains, places };
    return true;
  }

  /** Is it forced that chain a precedes chain b? */
  reaches(a: number, b: number): boolean {
    if (a === 0) return b !== 0;
    const {
      chains,
      order: { places },
    } = this;
    const stamp = ++this.stamp;
    const todo = [a];
    // What comes after b in the order does not precede it.
    for (let c = todo.pop(); c !== undefined; c = todo.pop()) {
      if (chains[c].mark === stamp) continue;
      chains[c].mark = stamp;
      for (const s of chains[c].succ) {
        if (s === b) return true;
        if (places[s] < places[b]) todo.push(s);
      }
    }
    return false;
  }

  /** Is it forced that write a precedes write b? */
  before(a: GraphEvent, b: GraphEvent): boolean {
    return a.chain === b.chain ? a.place < b.place : this.reaches(a.chain, b.chain);
  }

  /** Does the write come last in the order? */
  isLatest(w: GraphEvent): boolean {
    return this.order.places[w.chain] === this.chains.length - 1 && this.isLast(w);
  }

  /** The last write in the order. */
  latest(): GraphEvent {
    return this.chains[this.order.chains[this.chains.length - 1]].members.at(-1)!;
  }

  /** Two chains whose order is open; undefined where the order is complete. */
  openPair(): [number, number] | undefined {
    for (let a = 1; a < this.chains.length; a++)
      for (let b = a + 1; b < this.chains.length; b++) if (!this.reaches(a, b) && !this.reaches(b, a)) return [a, b];
    return undefined;
  }
}
