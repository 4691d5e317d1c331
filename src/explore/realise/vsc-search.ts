/**
 * Realisability under sequential consistency: is there an interleaving of the target in which every read returns its
 * value (from its own source, where that is given)? Reads whose value is in memory are taken at once, for they change
 * nothing; only writes branch, and (positions, memory) that failed are remembered.
 */
import type { ExecutionGraph } from '../../graph/graph';
import type { Model } from '../../model/model';
import { isObjectKind, objectOf } from '../../object';
import type { Done, ObjectState } from '../../object/object';
import type { Label, LocationId, Value } from '../../program/label';
import { valueRead } from '../../program/rmw';
import { Saturation } from './saturation';
import type { LastValues } from '../histories/spin-loops';
import { outcomesAfter } from '../extend/candidates';
import { outcomeFor, targetWrites, type EventName, type Target, type TargetEvent } from './target';

interface Cell {
  readonly value: Value | undefined;
  /** The state of an object; undefined before any operation. */
  readonly object: ObjectState | undefined;
  /** The operation that left it. */
  readonly label: Label | undefined;
  readonly writer: EventName;
}

/**
 * A graph of the target whose order of appending is such an interleaving; null when there is none. With `final`, these
 * are the values that memory holds at its end.
 */
export function searchInterleaving(
  model: Model,
  like: ExecutionGraph,
  target: Target,
  final?: LastValues,
  onStep: () => void = () => undefined,
): ExecutionGraph | null {
  const precedence = Saturation.of(like, target, final);
  if (precedence === undefined) return null;
  const order = new Interleaving(like, target, precedence, onStep, final).find();
  if (order === null) return null;
  const graph = like.empty();
  for (const t of order) {
    const e = target[t][graph.threads[t]?.length ?? 0];
    const { label, node, read, written } = e;
    const source =
      label.loc >= 0
        ? read !== undefined || e.source !== undefined
          ? graph.location(label.loc).writes.at(-1)!
          : null
        : e.source !== undefined
          ? graph.threads[e.source.thread][e.source.index]
          : null;
    const outcome =
      source !== null && isObjectKind(label.kind) ? outcomeFor(e, outcomesAfter(graph, source, t, label)) : undefined;
    const appended = model.append(graph, {
      thread: t,
      label,
      node,
      read,
      written,
      source,
      object: outcome?.next,
      sync: outcome?.sync,
    });
    if (appended === null) throw new Error('an interleaving does not append');
  }
  return graph;
}

class Interleaving {
  private readonly positions: number[];
  /** By location, where something was written. */
  private readonly memory: (Cell | undefined)[] = [];
  private readonly order: number[] = [];
  private readonly failed = new Set<string>();
  private readonly events: number;
  /** Locations that are written, and those of them where it matters which write memory holds, not only its value. */
  private readonly written = new Set<LocationId>();
  private readonly named = new Set<LocationId>();

  constructor(
    private readonly graph: ExecutionGraph,
    private readonly target: Target,
    private readonly precedence: Saturation,
    private readonly onStep: () => void,
    private readonly final?: LastValues,
  ) {
    this.positions = Array.from(target, () => 0);
    let n = 0;
    target.forEach((events) => {
      n += events.length;
      for (const e of events) {
        if (e.source !== undefined) this.named.add(e.label.loc);
        if (targetWrites(e)) this.written.add(e.label.loc);
      }
    });
    this.events = n;
  }

  find(): number[] | null {
    return this.search() ? this.order : null;
  }

  private search(): boolean {
    this.onStep();
    const mark = this.order.length;
    while (this.takeFree());
    if (this.order.length === this.events && this.finalHolds()) return true;
    // Most searches never reach a state twice: keys are computed only after a failure.
    if (this.failed.size === 0 || !this.failed.has(this.key())) {
      for (const t of this.enabledThreads()) {
        const e = this.next(t)!;
        const before = this.memory[e.label.loc];
        this.take(t, e);
        if (this.search()) return true;
        this.untake(t);
        this.memory[e.label.loc] = before;
      }
      this.failed.add(this.key());
    }
    while (this.order.length > mark) this.untake(this.order[this.order.length - 1]);
    return false;
  }

  /**
   * The threads whose next event may be taken, in the order that these events have in the graph, of which mostly little
   * has to change.
   */
  private enabledThreads(): number[] {
    const threads: number[] = [];
    for (let t = 0; t < this.positions.length; t++) {
      const e = this.next(t);
      if (e !== undefined && this.enabled(t, e)) threads.push(t);
    }
    const place = (t: number): number => this.graph.threads[t]?.[this.positions[t]]?.id ?? Infinity;
    return threads.length < 2 ? threads : threads.sort((a, b) => (place(a) < place(b) ? -1 : 1));
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
    if (e.source !== undefined && (cell.writer.thread !== e.source.thread || cell.writer.index !== e.source.index))
      return false;
    return isObjectKind(e.label.kind)
      ? outcomeOn(cell, e, t) !== undefined
      : cell.value === valueRead(e.label, e.read!);
  }

  private cell(loc: number): Cell {
    const known = this.memory[loc];
    if (known !== undefined) return known;
    const { initial } = this.graph.location(loc);
    return { value: initial.written, object: undefined, label: undefined, writer: { thread: -1, index: loc } };
  }

  private take(t: number, e: TargetEvent): void {
    const index = this.positions[t]++;
    this.order.push(t);
    if (!targetWrites(e)) return;
    const object = e.changes ? outcomeOn(this.cell(e.label.loc), e, t)!.next : undefined;
    this.memory[e.label.loc] = { value: e.written, object, label: e.label, writer: { thread: t, index } };
  }

  private untake(t: number): void {
    this.positions[t]--;
    this.order.pop();
  }

  private key(): string {
    let key = this.positions.join();
    for (const loc of this.written) {
      const cell = this.memory[loc];
      if (cell === undefined) key += ';';
      else if (this.named.has(loc)) key += `;${cell.writer.thread}.${cell.writer.index}`;
      else key += `;${cell.object === undefined ? cell.value : JSON.stringify(cell.object)}`;
    }
    return key;
  }
}

/** How the event performs its operation on the object in memory; undefined when it cannot. */
function outcomeOn(cell: Cell, e: TargetEvent, t: number): Done | undefined {
  const object = objectOf(e.label.kind);
  const same = cell.label !== undefined && objectOf(cell.label.kind) === object;
  const state = same ? cell.object! : object.initial(cell.label === undefined ? cell.value! : 0);
  // Happens-before is not known here; where it matters, either outcome may be right.
  return (
    outcomeFor(e, object.outcomes(state, e.label, t, true)) ?? outcomeFor(e, object.outcomes(state, e.label, t, false))
  );
}
