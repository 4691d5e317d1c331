/**
 * What is forced of the coherence order (co) of one location.
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

export class Coherence {
  readonly chains: Chain[] = [];
  /** A complete order of the chains that there were then, found consistent before; a hint, made complete by `linear`. */
  private hint: number[] = [];
  /** Chains that were taken back, to be used again. */
  private readonly spare: Chain[] = [];
  private readonly trail: number[] = [];
  private stamp = 0;

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
  }

  /** Puts the rmw behind the write that it reads from, which must be the last of its chain. */
  extend(w: GraphEvent, rmw: GraphEvent): void {
    const members = this.chains[w.chain].members;
    rmw.chain = w.chain;
    rmw.place = members.length;
    members.push(rmw);
  }

  isLast(w: GraphEvent): boolean {
    return w.place === this.chains[w.chain].members.length - 1;
  }

  /** Takes back the last start or extend; what it forced was undone before. */
  remove(w: GraphEvent): void {
    this.chains[w.chain].members.pop();
    if (w.place === 0) this.spare.push(this.chains.pop()!);
  }

  /** Where `undo` goes back to. */
  mark(): number {
    return this.trail.length;
  }

  undo(mark: number): void {
    while (this.trail.length > mark) this.chains[this.trail.pop()!].succ.pop();
  }

  /** Forces a before b. False when that closes a cycle; then nothing has changed. */
  force(a: GraphEvent, b: GraphEvent): boolean {
    if (a.chain === b.chain) return a.place < b.place;
    return this.forceChains(a.chain, b.chain);
  }

  forceChains(a: number, b: number): boolean {
    if (b === 0) return false;
    if (a === 0) return true;
    const succ = this.chains[a].succ;
    if (succ.includes(b)) return true;
    if (this.reaches(b, a)) return false;
    succ.push(b);
    this.trail.push(a);
    return true;
  }

  /** Is it forced that chain a precedes chain b? */
  reaches(a: number, b: number): boolean {
    if (a === 0) return b !== 0;
    return this.search(a, b, ++this.stamp);
  }

  private search(a: number, b: number, stamp: number): boolean {
    const chain = this.chains[a];
    if (chain.mark === stamp) return false;
    chain.mark = stamp;
    for (const s of chain.succ) if (s === b || this.search(s, b, stamp)) return true;
    return false;
  }

  /** Is it forced that write a precedes write b? */
  before(a: GraphEvent, b: GraphEvent): boolean {
    return a.chain === b.chain ? a.place < b.place : this.reaches(a.chain, b.chain);
  }

  /** A complete order of the chains that obeys all constraints: the last one that was kept, where that still does. */
  linear(): readonly number[] {
    this.completeHint();
    if (this.obeys(this.hint)) return this.hint;
    const order: number[] = [];
    const stamp = ++this.stamp;
    // Depth first from the back of the hint gives an order near to it.
    const visit = (c: number): void => {
      const chain = this.chains[c];
      if (chain.mark === stamp) return;
      chain.mark = stamp;
      for (const s of chain.succ) visit(s);
      order.push(c);
    };
    for (let i = this.hint.length - 1; i >= 0; i--) if (this.hint[i] !== 0) visit(this.hint[i]);
    order.push(0);
    this.hint = order.reverse();
    return this.hint;
  }

  /** Chains have come and gone since. */
  private completeHint(): void {
    const { hint, chains } = this;
    if (hint.some((c) => c >= chains.length)) this.hint = hint.filter((c) => c < chains.length);
    if (this.hint.length === chains.length) return;
    const known = new Set(this.hint);
    for (let c = 0; c < chains.length; c++) if (!known.has(c)) this.hint.push(c);
  }

  private obeys(order: readonly number[]): boolean {
    const position: number[] = [];
    order.forEach((c, i) => { position[c] = i; });
    return this.chains.every((chain, c) => chain.succ.every((s) => position[c] < position[s]));
  }

  /** The last write of `linear`. */
  latest(): GraphEvent {
    const order = this.linear();
    return this.chains[order[order.length - 1]].members.at(-1)!;
  }

  /** Two chains whose order is open; undefined where the order is complete. */
  openPair(): [number, number] | undefined {
    for (let a = 1; a < this.chains.length; a++)
      for (let b = a + 1; b < this.chains.length; b++)
        if (!this.reaches(a, b) && !this.reaches(b, a)) return [a, b];
    return undefined;
  }
}
