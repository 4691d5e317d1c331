/**
 * Realisability under sequential consistency: is there an interleaving of the target in which every read returns its
 * value (from its own source, where that is given)? Reads that memory serves are taken at once, for
 * they change nothing; only writes branch, and (positions, memory) that failed are remembered.
 */
import type { ExecutionGraph } from '../graph/graph';
import type { Model } from '../model/model';
import { isObjectKind, objectOf } from '../object';
import type { Done, State } from '../object/object';
import type { Label, LocationId, Value } from '../program/label';
import { Precedence } from './precedence';
import type { LastValues } from './spinning';
import { outcomesAfter } from './candidates';
import { outcomeFor, targetWrites, type EventName, type Target, type TargetEvent } from './target';

interface Cell {
  readonly value: Value | undefined;
  /** Of an object; undefined before any operation. */
  readonly object: State | undefined;
  /** The operation that left it. */
  readonly label: Label | undefined;
  readonly writer: EventName;
}

/**
 * A graph of the target whose order of appending is such an interleaving; null when there is none. With `final`, these
 * are the values that memory holds at its end.
 */
export function interleave(model: Model, like: ExecutionGraph, target: Target, final?: LastValues): ExecutionGraph | null {
  const precedence = Precedence.of(like, target);
  if (precedence === undefined) return null;
  const order = new Interleaving(like, target, precedence, final).find();
  if (order === null) return null;
  const graph = like.empty();
  for (const t of order) {
    const e = target[t][graph.threads[t]?.length ?? 0];
    const source = e.label.loc >= 0
      ? e.read !== undefined || e.source !== undefined ? graph.location(e.label.loc).writes.at(-1)! : null
      : e.source !== undefined ? graph.threads[e.source.thread][e.source.index] : null;
    const way = source !== null && isObjectKind(e.label.kind) ? outcomeFor(e, outcomesAfter(graph, source, t, e.label)) : undefined;
    if (model.append(graph, { ...e, thread: t, source, object: way?.next, sync: way?.sync }) === null) throw new Error('an interleaving does not append');
  }
  return graph;
}

class Interleaving {
  private readonly positions: number[];
  private readonly memory = new Map<LocationId, Cell>();
  private readonly order: number[] = [];
  private readonly failed = new Set<string>();

  /** Locations where it matters which write memory holds, not only its value. */
  private readonly named = new Set<LocationId>();

  constructor(
    private readonly graph: ExecutionGraph,
    private readonly target: Target,
    private readonly precedence: Precedence,
    private readonly final?: LastValues,
  ) {
    this.positions = Array.from(target, () => 0);
    for (const e of target.flat()) if (e?.source !== undefined) this.named.add(e.label.loc);
  }

  find(): number[] | null {
    return this.search() ? this.order : null;
  }

  private search(): boolean {
    const mark = this.order.length;
    while (this.takeFree());
    const key = this.key();
    if (!this.failed.has(key)) {
      if (this.positions.every((p, t) => p === (this.target[t]?.length ?? 0)) && this.finalHolds()) return true;
      for (let t = 0; t < this.positions.length; t++) {
        const e = this.next(t);
        if (e === undefined || !this.enabled(t, e)) continue;
        const before = this.memory.get(e.label.loc);
        this.take(t, e);
        if (this.search()) return true;
        this.untake(t);
        if (before === undefined) this.memory.delete(e.label.loc); else this.memory.set(e.label.loc, before);
      }
      this.failed.add(key);
    }
    while (this.order.length > mark) this.untake(this.order.at(-1)!);
    return false;
  }

  /** Takes one event that changes nothing for others, if one is enabled. */
  private takeFree(): boolean {
    for (let t = 0; t < this.positions.length; t++) {
      const e = this.next(t);
      if (e === undefined || targetWrites(e) || !this.enabled(t, e)) continue;
      this.take(t, e);
      return true;
    }
    return false;
  }

  private finalHolds(): boolean {
    return this.final === undefined || [...this.final].every(([loc, value]) => this.cell(loc).value === value);
  }

  private next(t: number): TargetEvent | undefined {
    return this.target[t]?.[this.positions[t]];
  }

  private enabled(t: number, e: TargetEvent): boolean {
    const { loc } = e.label;
    if (!this.precedence.allows(t, this.positions[t], this.positions)) return false;
    if (loc < 0) return e.source === undefined || this.positions[e.source.thread] > e.source.index;
    if (e.read === undefined && e.source === undefined) return true;
    const cell = this.cell(loc);
    if (e.source !== undefined && (cell.writer.thread !== e.source.thread || cell.writer.index !== e.source.index)) return false;
    return isObjectKind(e.label.kind) ? outcomeOn(cell, e, t) !== undefined : cell.value === e.read;
  }

  private cell(loc: number): Cell {
    const known = this.memory.get(loc);
    if (known !== undefined) return known;
    const { initial } = this.graph.location(loc);
    return { value: initial.written, object: undefined, label: undefined, writer: { thread: -1, index: loc } };
  }

  private take(t: number, e: TargetEvent): void {
    const index = this.positions[t]++;
    this.order.push(t);
    if (!targetWrites(e)) return;
    const object = e.changes ? outcomeOn(this.cell(e.label.loc), e, t)!.next : undefined;
    this.memory.set(e.label.loc, { value: e.written, object, label: e.label, writer: { thread: t, index } });
  }

  private untake(t: number): void {
    this.positions[t]--;
    this.order.pop();
  }

  private key(): string {
    let key = this.positions.join();
    for (const [loc, { value, object, writer }] of this.memory) {
      key += this.named.has(loc) ? `;${loc}=${writer.thread}.${writer.index}` : `;${loc}=${object === undefined ? value : JSON.stringify(object)}`;
    }
    return key;
  }
}


/** How the event performs its operation on the object in memory; undefined when it cannot. */
function outcomeOn(cell: Cell, e: TargetEvent, t: number): Done | undefined {
  const object = objectOf(e.label.kind);
  const same = cell.label !== undefined && objectOf(cell.label.kind) === object;
  const state = same ? cell.object! : object.initial(cell.label === undefined ? cell.value! : 0);
  // What happens before what is not known here; where it matters, either may be.
  return outcomeFor(e, object.outcomes(state, e.label, t, true)) ?? outcomeFor(e, object.outcomes(state, e.label, t, false));
}
