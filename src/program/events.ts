/** Events of a run as labels. */
import type { RunResult } from '../channel/result';
import type { WireValue } from '../channel/value';
import type { Atoms } from './atoms';
import { AS_PLAIN, Kind, label, Order, Plain, type Label, type SiteId } from './label';
import type { AccessedPlace, Locations } from './locations';
import { hasOrder, ownOrders, type CallOrder, type OrderTable } from './order-table';
import { SPURIOUS } from './rmw';
import type { UnseenPlaces } from './runner';
import type { Stacks } from './stacks';

/** The meaning of an event's `object` and `size`. */
export enum EventPlace {
  None,
  Memory,
  Object,
}

const places: EventPlace[] = [];
for (const kind of [Kind.Load, Kind.Store, Kind.Rmw, Kind.PlainRead, Kind.PlainWrite]) places[kind] = EventPlace.Memory;
for (let kind = Kind.MutexInit; kind <= Kind.MutexDestroy; kind++) places[kind] = EventPlace.Object;
for (let kind = Kind.MutexDied; kind <= Kind.FutexWake; kind++) places[kind] = EventPlace.Object;

/** The meaning of `object` for events of the kind. */
export function placeOf(kind: Kind): EventPlace {
  return places[kind] ?? EventPlace.None;
}

/** The start routine and argument of a thread as one value: start routine * 2^64 + argument. */
export function startOf(routine: WireValue, argument: WireValue): WireValue {
  return routine === 0 ? argument : (BigInt(routine) << 64n) | BigInt(argument);
}

/** The call that the event is part of ('': none), and the file that it read if that is known. */
export function callAndFile(run: RunResult, i: number): [call: string, file?: string] {
  const text = run.eventText(i);
  if (run.kind(i) !== Kind.PlainWrite || !text.includes('\n')) return [text];
  const end = text.indexOf('\n');
  return [text.slice(0, end), text.slice(end + 1)];
}

/** What `Label.op` of a plain access becomes where the value is not known. */
const hiddenOps: ReadonlyMap<number, Plain> = new Map([
  [0, Plain.Hidden],
  [Plain.Young, Plain.Hidden],
  [Plain.Volatile, Plain.HiddenVolatile],
]);

/** Reads labels from runs: locations and call stacks get numbers that hold for all runs. */
export class Events {
  /** The number of labels that were created. */
  made = 0;

  constructor(
    private readonly locations: Locations,
    private readonly stacks: Stacks,
    private readonly unseen?: UnseenPlaces,
    private readonly atoms?: Atoms,
    private readonly orders?: OrderTable,
    /** Is each iteration of a loop one with progress? */
    private readonly eachIteration = false,
  ) {}

  /** What event i, which returns a value, has returned to its thread. */
  returned(run: RunResult, i: number): WireValue {
    if (this.hides(run, i)) return 0;
    return run.failsSpuriously(i) ? SPURIOUS : run.value(i, 'result');
  }

  /** Whether event i is a plain access to data that unseen code changes, too. Its value then counts as 0. */
  hides(run: RunResult, i: number): boolean {
    if (this.unseen === undefined) return false;
    const kind: Kind = run.kind(i);
    const isPlain = kind === Kind.PlainRead || kind === Kind.PlainWrite;
    return isPlain && this.atoms?.isHidden(Number(run.object(i))) === true;
  }

  /** The label of a run's event. */
  label(run: RunResult, i: number): Label {
    const kind: Kind = run.kind(i);
    const plain = kind === Kind.PlainRead || kind === Kind.PlainWrite;
    const site = kind === Kind.Begin ? this.stacks.ofFunction(run.object(i)) : this.stacks.ofEvent(run, i);
    const known = this.unseen === undefined || this.showsState(site, this.unseen);
    const op = this.op(run, i);
    const others = this.otherOrders(run, i, { kind, op }, site);
    this.made++;
    return label(kind, {
      ...this.place(run, i, kind),
      order: plain ? Order.Plain : (others?.order ?? run.order(i)),
      failOrder: others?.failOrder ?? run.failOrder(i),
      own: others?.own ?? -1,
      size: run.size(i),
      op,
      value: this.value(run, i, kind),
      expected: run.value(i, 'expected'),
      thread: namesThread(kind, run.op(i)) ? run.other(i) : -1,
      site,
      spin: known && !this.eachIteration ? run.spin(i) : 0,
      machine: known ? run.machine(i) : 0,
      atWaitingLoop: run.atWaitingLoop(i),
      dead: placeOf(kind) === EventPlace.Object && BigInt(run.value(i, 'before')) >> 64n !== 0n,
      text: callAndFile(run, i)[0],
    });
  }

  /** The orders that the event has in place of its own; undefined: it keeps them. */
  private otherOrders(run: RunResult, i: number, l: Pick<Label, 'kind' | 'op'>, site: SiteId): CallOrder | undefined {
    if (this.orders === undefined || !hasOrder(l)) return undefined;
    return this.orders.of(site, ownOrders(run.order(i), run.failOrder(i)));
  }

  /**
   * Whether fingerprints cover all of the thread's state at the call site. They do not within a call of unseen code,
   * which may write to memory that they do not cover. Changes by a library's call are known once the call has returned;
   * changes by an unseen function of the program are not.
   */
  private showsState(site: SiteId, { ranges, inside }: UnseenPlaces): boolean {
    if (inside) return false;
    return this.stacks.pcsOf(site).every((pc) => !ranges.some(([from, to]) => pc >= from && pc < to));
  }

  /**
   * Whether the label describes the run's event. Call sites and fingerprints may differ; so may `dead`, if it depends
   * on the order of events, and memory orders, where a table replaces them.
   */
  same(l: Label, run: RunResult, i: number): boolean {
    const kind: Kind = run.kind(i);
    return (
      l.kind === kind &&
      this.samePlace(l, run, i, kind) &&
      (l.order === Order.Plain || this.orders !== undefined || l.order === run.order(i)) &&
      l.size === run.size(i) &&
      l.op === this.op(run, i) &&
      l.value === this.value(run, i, kind) &&
      l.expected === run.value(i, 'expected') &&
      (l.thread < 0 || l.thread === run.other(i))
    );
  }

  /** The start routine and argument of a Begin event (startOf); main: 0. */
  start(run: RunResult, i: number): WireValue {
    return valueOf(run, i, Kind.Begin);
  }

  private op(run: RunResult, i: number): number {
    const op = run.op(i);
    const hidden = hiddenOps.get(op);
    return hidden === undefined || !this.hides(run, i) ? op : hidden;
  }

  private value(run: RunResult, i: number, kind: Kind): WireValue {
    return this.hides(run, i) ? 0 : valueOf(run, i, kind);
  }

  private samePlace(l: Label, run: RunResult, i: number, kind: Kind): boolean {
    return placeOf(kind) === EventPlace.None || this.locations.addressOf(l) === run.object(i);
  }

  private place(run: RunResult, i: number, kind: Kind): AccessedPlace | undefined {
    const place = placeOf(kind);
    if (place === EventPlace.None) return undefined;
    return this.locations.place(run.object(i), place === EventPlace.Memory ? run.size(i) : 0);
  }
}

function namesThread(kind: Kind, op: number): boolean {
  return (
    (kind === Kind.Store && (op & ~AS_PLAIN) !== 0) ||
    kind === Kind.Create ||
    kind === Kind.Join ||
    kind === Kind.Detach
  );
}

function valueOf(run: RunResult, i: number, kind: Kind): WireValue {
  const value = run.value(i, 'value');
  if (kind !== Kind.Create && kind !== Kind.Begin) return value;
  return kind === Kind.Begin && run.thread(i) === 0 ? 0 : startOf(run.object(i), value);
}
