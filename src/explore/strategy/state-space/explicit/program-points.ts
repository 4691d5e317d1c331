/**
 * The known part of the program's code, compressed for a search that stores millions of states: places and values are
 * small numbers. A place is a control state of a thread: before a store of the segment of a history node, or after the
 * segment, before the node's pending event.
 */
import { Kind, type Label, type LocationId, type Value } from '../../../../program/label';
import { choosesFault, goesRound } from '../../../../program/operand';
import { type HistoryNode, type Program, UNINITIALISED } from '../../../../program/program';
import { rmwResult, SPURIOUS } from '../../../../program/rmw';
import type { Durable } from '../../../../base/durable';
import { ExplorationRestart } from '../../../common/restart';
import { endsRun } from '../../../extend/segments';
import { failedAttemptEndingAt } from '../../../histories/failed-attempts';
import { iterationEndingAt } from '../../../histories/spin-loops';
import { offersFailure } from '../../../histories/spurious-failures';

/** What a thread does next. */
export enum Op {
  Store,
  Load,
  Rmw,
  Choose,
  Join,
  Nothing,
}

/** What is thrown for an event that this search does not support: synchronisation objects, plain data. */
function unsuitable(why: string): ExplorationRestart {
  return new ExplorationRestart({ kind: 'next-strategy', why });
}

/** Results of `child`: UNKNOWN: no run has shown the child; SPINS: it ends an iteration of a spin loop. */
export const UNKNOWN = 0;
export const SPINS = -1;

interface Slot {
  readonly loc: LocationId;
  readonly values: Value[];
  readonly numbers: Map<Value, number>;
}

/** The numbering as data: nodes in the order of entering, each with the place that it was entered from. */
export interface ProgramPointsData {
  readonly entered: readonly (readonly [node: number, from: number])[];
  readonly slots: readonly (readonly [LocationId, readonly Value[]])[];
  readonly returned: readonly Value[];
}

export class ProgramPoints implements Durable<ProgramPointsData> {
  readonly nodes: HistoryNode[] = [];
  readonly op: Op[] = [];
  /** Load, store, rmw: the slot of the location; join: the thread. */
  readonly slot: number[] = [];
  /**
   * Store: number of the value. Choose: number of choices. Nothing: number of the value that the thread returned; 0:
   * the program ended before the thread did.
   */
  readonly value: number[] = [];
  /** The next place, by number of the value that was read. */
  readonly children: number[][] = [];
  /** Rmw: number of the value written, by number of the value read; -1: it writes nothing. */
  private readonly written: number[][] = [];
  /** The events on the way to the place that are no steps of their own; where the run ends, stores are among them. */
  readonly arriving: (readonly Label[])[] = [];
  /** Has the thread called exit before this place? */
  readonly exited: boolean[] = [];
  private readonly slots: Slot[] = [];
  private readonly slotOf = new Map<LocationId, number>();
  private readonly returned: Value[] = [];
  private readonly entered: [number, number][] = [];
  private readonly first = new Map<HistoryNode, number>();
  private readonly joiner: HistoryNode[] = [];

  /**
   * `attempts`: are failed attempts left out? `see` is called for every event, `reach` for every new slot.
   */
  constructor(
    private readonly program: Program,
    private readonly attempts: boolean,
    private readonly see: (l: Label) => void,
    private readonly reach: (slot: number) => void,
  ) {
    this.make(Op.Nothing, [], undefined);
  }

  /** The first place of a thread's root. */
  root(node: HistoryNode): number {
    return this.first.get(node) ?? this.enter(node, 0);
  }

  /** The first place of the node; `from`: the place that it is entered from. */
  private enter(node: HistoryNode, from: number): number {
    this.entered.push([node.id, from]);
    let first = 0;
    let arriving: Label[] = [];
    let { [from]: exited } = this.exited;
    const ends = endsRun(node);
    for (const l of node.segment) {
      this.check(l);
      if (ends || l.kind !== Kind.Store) {
        exited ||= l.kind === Kind.Exit;
        arriving.push(l);
        continue;
      }
      const slot = this.slotAt(l.loc);
      const place = this.make(Op.Store, arriving, node, slot, this.number(slot, l.value), exited);
      first ||= place;
      arriving = [];
    }
    const { pending } = node;
    if (pending !== null) this.check(pending);
    const place = this.waiting(node, pending, arriving, exited);
    first ||= place;
    this.first.set(node, first);
    return first;
  }

  get durable(): ProgramPointsData {
    return {
      entered: this.entered,
      slots: this.slots.map(({ loc, values }) => [loc, values] as const),
      returned: this.returned,
    };
  }

  set durable({ entered, slots, returned }: ProgramPointsData) {
    for (const [loc, values] of slots) {
      const slot = this.slotAt(loc);
      for (const value of values) this.number(slot, value);
    }
    this.returned.push(...returned);
    for (const [id, from] of entered) {
      const first = this.enter(this.program.nodes[id], from);
      if (from !== 0) this.children[from][this.numberFrom(from, this.program.nodes[id].value)] = first;
    }
  }

  private numberFrom(place: number, value: Value): number {
    switch (this.op[place]) {
      case Op.Choose:
        return Number(value);
      case Op.Join:
        return this.returned.indexOf(value) + 1;
      default:
        return this.number(this.slot[place], value);
    }
  }

  private waiting(node: HistoryNode, l: Label | null, arriving: readonly Label[], exited: boolean): number {
    switch (l?.kind) {
      case undefined:
        return this.make(Op.Nothing, arriving, node, 0, this.endNumber(arriving.at(-1)), exited);
      case Kind.Choose:
        if (goesRound(l!)) throw unsuitable('a thread goes round a loop for ever');
        if (choosesFault(l!)) throw unsuitable('calls may fail');
        return this.make(Op.Choose, arriving, node, 0, Number(l!.value), exited);
      case Kind.Join:
        this.checkJoin(node, l!);
        return this.make(Op.Join, arriving, node, l!.thread, 0, exited);
      case Kind.Load:
        return this.make(Op.Load, arriving, node, this.slotAt(l!.loc), 0, exited);
      default:
        return this.make(Op.Rmw, arriving, node, this.slotAt(l!.loc), 0, exited);
    }
  }

  /** Has the thread stopped here because it may not go round a loop once more? */
  isAtLoopBound(place: number): boolean {
    return this.arriving[place].at(-1)?.kind === Kind.LoopBound;
  }

  private endNumber(l: Label | undefined): number {
    if (l?.kind !== Kind.End) return 0;
    const known = this.returned.indexOf(l.value);
    return known >= 0 ? known + 1 : this.returned.push(l.value);
  }

  /** The value with this number that a thread returned; the inverse of `endNumber`. */
  returnedAs(number: number): Value {
    return this.returned[number - 1];
  }

  /** Joining a thread twice is misuse, which this search does not report: then another strategy takes over. */
  private checkJoin(node: HistoryNode, { thread }: Label): void {
    const known = (this.joiner[thread] ??= node);
    if (known.thread !== node.thread) throw unsuitable('two threads join one');
    for (let n = node.parent; n !== null; n = n.parent)
      if (n.pending!.kind === Kind.Join && n.pending!.thread === thread) throw unsuitable('a thread is joined twice');
  }

  /** Sets where the place leads when its event returns the value with the number. */
  addChild(place: number, value: number, child: HistoryNode): number {
    const spins = iterationEndingAt(child) !== undefined || this.endsAttempt(child);
    return (this.children[place][value] = spins ? SPINS : this.enter(child, place));
  }

  /** Attempts that store, or that only a run of another execution would show to be some, are for the partition. */
  private endsAttempt(child: HistoryNode): boolean {
    const attempt = this.attempts ? failedAttemptEndingAt(child) : undefined;
    if (attempt === undefined) return false;
    if (!attempt.isKnown || attempt.writes.length > 0) throw unsuitable('a loop makes attempts that fail');
    return true;
  }

  /**
   * Where the place leads when its event returns the value with the number; UNKNOWN or SPINS where there is no place.
   */
  child(place: number, value: number): number {
    return this.children[place][value] ?? UNKNOWN;
  }

  /** Number of the value that the rmw writes when it reads the value with the number; -1: it writes nothing. */
  writes(place: number, value: number): number {
    const known = this.written[place];
    return (known[value] ??= this.compute(place, value));
  }

  /** May the rmw fail spuriously, where it reads the value with the number? */
  mayFail(place: number, read: number): boolean {
    const node = this.nodes[place];
    const l = node.pending!;
    return this.valueOf(this.slot[place], read) === l.expected && offersFailure(node, l);
  }

  /** The number of what the rmw returns where it fails spuriously. */
  failure(place: number): number {
    return this.number(this.slot[place], SPURIOUS);
  }

  private compute(place: number, read: number): number {
    const slot = this.slot[place];
    const written = rmwResult(this.nodes[place].pending!, this.valueOf(slot, read));
    return written === undefined ? -1 : this.number(slot, written);
  }

  /** The value that the number stands for in the slot; number 0: the initial value. */
  valueOf(slot: number, number: number): Value {
    return this.slots[slot].values[number];
  }

  /** The value that memory holds at the location; `held`: number of the value by slot. */
  valueAt(loc: LocationId, held: (slot: number) => number): Value {
    const slot = this.slotAt(loc);
    return this.valueOf(slot, held(slot));
  }

  private slotAt(loc: LocationId): number {
    let slot = this.slotOf.get(loc);
    if (slot === undefined) {
      slot = this.slots.length;
      const initial = this.program.initial(loc);
      if (initial === UNINITIALISED) throw unsuitable('nothing has initialised memory that threads use');
      this.slots.push({ loc, values: [initial], numbers: new Map([[initial, 0]]) });
      this.slotOf.set(loc, slot);
      this.reach(slot);
    }
    return slot;
  }

  private number(slot: number, value: Value): number {
    const { values, numbers } = this.slots[slot];
    let n = numbers.get(value);
    if (n === undefined) {
      n = values.length;
      values.push(value);
      numbers.set(value, n);
    }
    return n;
  }

  private make(
    op: Op,
    arriving: readonly Label[],
    node: HistoryNode | undefined,
    slot = 0,
    value = 0,
    exited = false,
  ): number {
    this.op.push(op);
    this.nodes.push(node!);
    this.slot.push(slot);
    this.value.push(value);
    this.children.push([]);
    this.written.push([]);
    this.exited.push(exited);
    return this.arriving.push(arriving) - 1;
  }

  private check(l: Label): void {
    if (l.kind === Kind.End && l.op !== 0) throw unsuitable('main waits for the end of all others');
    switch (l.kind) {
      case Kind.Begin:
      case Kind.End:
      case Kind.Create:
      case Kind.Join:
      case Kind.Load:
      case Kind.Store:
      case Kind.Rmw:
      case Kind.Fence:
      case Kind.Choose:
      case Kind.AssumeFailed:
      case Kind.Error:
      case Kind.Exit:
      case Kind.Observe:
      case Kind.LoopBound:
        return this.see(l);
      default:
        throw unsuitable(Kind[l.kind]);
    }
  }
}
