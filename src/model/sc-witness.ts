/**
 * Another interleaving of a graph, for an event that does not fit the present one. That problem is NP-complete (Gibbons
 * and Korach, Testing shared memories, SIAM J. Comput. 1997), but mostly little has to change in the present
 * interleaving: so events are taken in its order as far as possible, in the first attempt only from the source of the
 * new event on. Events that write nothing are taken as soon as possible, since they hinder no other. Only writes
 * branch, and states (positions, memory) that failed are remembered.
 */
import { accesses, isWrite, type GraphEvent } from '../graph/event';
import type { ExecutionGraph } from '../graph/graph';
import type { ScOrder } from './sc-order';

/** A state in which writes may come next. */
interface WitnessState {
  readonly taken: number;
  readonly choices: readonly GraphEvent[];
  next: number;
}

/**
 * An interleaving of the graph, from some place of the present one on; null if there is none. `e`: the event that does
 * not fit. The fields `at` of all events are the present interleaving. `order`: that of the graph.
 */
export function rearranged(graph: ExecutionGraph, order: ScOrder, e: GraphEvent): readonly GraphEvent[] | null {
  const near = e.source!.at < 0 ? null : new Rearrangement(graph, order, e.source!.at).find(false);
  return near ?? new Rearrangement(graph, order, -1).find(true);
}

class Rearrangement {
  private readonly positions: number[] = [];
  /** By location: the write that memory holds; undefined: the last one before the place where the search begins. */
  private readonly memory: (GraphEvent | undefined)[] = [];
  private readonly taken: GraphEvent[] = [];
  /** The undo trail: the writes that the taken writes have overwritten. */
  private readonly overwritten: GraphEvent[] = [];
  /** How many reads of the write have not been taken yet. */
  private readonly readers = new Map<GraphEvent, number>();
  private readonly failed = new Set<string>();
  private left = 0;

  /** `from`: the place in the present interleaving where the search begins. */
  constructor(
    private readonly graph: ExecutionGraph,
    private readonly order: ScOrder,
    private readonly from: number,
  ) {
    for (let t = 0; t < graph.threads.length; t++) {
      const events = (graph.threads[t] as GraphEvent[] | undefined) ?? [];
      let i = events.length;
      for (; i > 0 && events[i - 1].at >= from; i--) {
        const e = events[i - 1];
        if (isRead(e)) this.readers.set(e.source!, (this.readers.get(e.source!) ?? 0) + 1);
        this.left++;
      }
      this.positions.push(i);
    }
  }

  /** `backtracks`: are all interleavings tried, or only the first? */
  find(backtracks: boolean): readonly GraphEvent[] | null {
    const states: WitnessState[] = [];
    for (;;) {
      this.takeFree();
      if (this.left === 0) return this.taken;
      const choices = this.enabledWrites();
      if (choices.length > 0 && !(this.failed.size > 0 && this.failed.has(this.key())))
        states.push({ taken: this.taken.length, choices, next: 0 });
      else if (!backtracks) return null;
      if (!this.goOn(states)) return null;
    }
  }

  /** Takes the next choice of the last state that has one. */
  private goOn(states: WitnessState[]): boolean {
    for (let s = states.at(-1); s !== undefined; s = states.at(-1)) {
      while (this.taken.length > s.taken) this.untake();
      if (s.next < s.choices.length) {
        this.take(s.choices[s.next++]);
        return true;
      }
      this.failed.add(this.key());
      states.pop();
    }
    return false;
  }

  private takeFree(): void {
    for (let t = 0, idle = 0; idle < this.positions.length; t = t + 1 < this.positions.length ? t + 1 : 0) {
      idle++;
      for (let e = this.next(t); e !== undefined && !isWrite(e) && this.enabled(e); e = this.next(t)) {
        this.take(e);
        idle = 0;
      }
    }
  }

  private enabledWrites(): GraphEvent[] {
    const choices: GraphEvent[] = [];
    for (let t = 0; t < this.positions.length; t++) {
      const e = this.next(t);
      if (e !== undefined && isWrite(e) && this.enabled(e)) choices.push(e);
    }
    return choices.sort((a, b) => a.at - b.at);
  }

  private next(t: number): GraphEvent | undefined {
    return this.graph.threads[t]?.[this.positions[t]];
  }

  private enabled(e: GraphEvent): boolean {
    if (!this.order.allows(e, this.positions)) return false;
    if (!accesses(e)) return true;
    const held = this.held(e.loc);
    if (e.source !== null && held !== e.source) return false;
    return !isWrite(e) || (this.readers.get(held) ?? 0) === (e.source === held ? 1 : 0);
  }

  private held(loc: number): GraphEvent {
    return (this.memory[loc] ??= this.begin(loc));
  }

  private begin(loc: number): GraphEvent {
    const { writes, initial } = this.graph.location(loc);
    let last = initial;
    for (const w of writes) if (w.at < this.from && w.at > last.at) last = w;
    return last;
  }

  private take(e: GraphEvent): void {
    this.positions[e.thread]++;
    this.left--;
    this.taken.push(e);
    if (isRead(e)) this.readers.set(e.source!, this.readers.get(e.source!)! - 1);
    if (!isWrite(e)) return;
    this.overwritten.push(this.held(e.loc));
    this.memory[e.loc] = e;
  }

  private untake(): void {
    const e = this.taken.pop()!;
    this.positions[e.thread]--;
    this.left++;
    if (isRead(e)) this.readers.set(e.source!, this.readers.get(e.source!)! + 1);
    if (isWrite(e)) this.memory[e.loc] = this.overwritten.pop();
  }

  private key(): string {
    let key = this.positions.join();
    for (let loc = 0; loc < this.memory.length; loc++) key += `;${this.memory[loc]?.id ?? -1}`;
    return key;
  }
}

function isRead(e: GraphEvent): boolean {
  return e.loc >= 0 && e.source !== null;
}
