/**
 * All consistent executions of a program with accesses of several sizes: every order of appending events, each cell
 * read from any write that is there, each cell written at any place in co. What was reached before is left out.
 */
import type { ModelName } from '../../../src/model/names';
import { CellAxioms, type CellEvent, type CellExecution } from './cell-axioms';
import { failing, isAccess, numberOf, type Sized, type SizedAccess, type SizedOp } from './sized';

export interface CellOutcome {
  /** The values that atomic reads returned, by thread. */
  readonly value: ReadonlySet<string>;
  /** These with what each cell was read from. */
  readonly rf: ReadonlySet<string>;
  /** How many executions there are if coherence orders count, too. */
  readonly co: number;
  readonly races: boolean;
}

export function cellBruteForce(sized: Sized, model: ModelName): CellOutcome {
  return new CellEnumeration(sized, model).run();
}

/** All choices of one element of each list. */
function product<T>(lists: readonly (readonly T[])[]): T[][] {
  return lists.reduce<T[][]>((all, list) => all.flatMap((chosen) => list.map((one) => [...chosen, one])), [[]]);
}

/** What the operation writes where it reads the digits; undefined: nothing. */
function updated(op: SizedAccess, read: readonly number[], unit: number): readonly number[] | undefined {
  switch (op.op) {
    case 'xchg':
      return op.v;
    case 'or':
      return op.v.map((v, i) => Number(BigInt(v) | BigInt(read[i])));
    case 'cas':
      return read.every((r, i) => r === op.e[i]) ? op.v : undefined;
    default: {
      const sum = numberOf(read, unit) + numberOf(op.v, unit);
      return read.map((_, i) => Number(BigInt.asUintN(8 * unit, sum >> BigInt(8 * unit * i))));
    }
  }
}

class CellEnumeration {
  private readonly value = new Set<string>();
  private readonly rf = new Set<string>();
  private readonly whole = new Set<string>();
  private races = false;
  private readonly reached = new Set<string>();
  private readonly events: CellEvent[] = [];
  private readonly co = new Map<number, CellEvent[]>();
  private readonly execution: CellExecution;
  private readonly hasPlain: boolean;

  constructor(
    private readonly sized: Sized,
    private readonly model: ModelName,
  ) {
    const accesses = sized.threads.flat().filter(isAccess);
    this.hasPlain = accesses.some(({ op }) => op === 'PR' || op === 'PW');
    const areas = new Map<number, number>();
    for (const { at, size } of accesses) for (let i = 0; i < size; i++) areas.set(at + i, at + i);
    for (let again = true; again;) {
      again = false;
      for (const { at, size } of accesses) {
        const cells = Array.from({ length: size }, (_, i) => at + i);
        const least = Math.min(...cells.map((c) => areas.get(c)!));
        for (const c of cells) {
          if (areas.get(c) === least) continue;
          areas.set(c, least);
          again = true;
        }
      }
    }
    for (const cell of areas.keys()) this.co.set(cell, []);
    this.execution = { events: this.events, co: this.co, areaOf: (cell) => areas.get(cell)! };
  }

  run(): CellOutcome {
    this.explore();
    const { value, rf, whole, races } = this;
    return { value, rf, co: whole.size, races };
  }

  private explore(): void {
    const { sized, events } = this;
    const key = this.key(true);
    if (this.reached.has(key)) return;
    this.reached.add(key);
    let done = true;
    sized.threads.forEach((ops, thread) => {
      const index = events.filter((e) => e.thread === thread).length;
      if (index === ops.length) return;
      done = false;
      for (const e of this.ways(thread, index, ops[index])) this.append(e);
    });
    if (!done) return;
    const valueOf = ({ read, op }: CellEvent): bigint[] =>
      read === undefined || op.op === 'PR' ? [] : [numberOf(read, sized.unit)];
    this.value.add(sized.threads.map((_, t) => this.of(t).flatMap(valueOf)).join('|'));
    this.rf.add(this.key(false));
    this.whole.add(key);
  }

  private of(thread: number): CellEvent[] {
    return this.events.filter((e) => e.thread === thread).sort((a, b) => a.index - b.index);
  }

  private key(withOrders: boolean): string {
    const name = (e: CellEvent | null): string => (e === null ? 'i' : `${e.thread}.${e.index}`);
    const threads = this.sized.threads.map((_, t) => this.of(t).map((e) => `(${e.sources.map(name).join()})`));
    const orders = withOrders ? [...this.co].map(([cell, writes]) => `${cell}:${writes.map(name).join()}`) : [];
    return [...threads.map((list) => list.join('')), ...orders].join(' ');
  }

  private *ways(thread: number, index: number, op: SizedOp): Generator<CellEvent> {
    if (!isAccess(op)) {
      yield { thread, index, op, sources: [], read: undefined, written: undefined, o: op.o };
      return;
    }
    const { unit } = this.sized;
    const cells = Array.from({ length: op.size }, (_, i) => op.at + i);
    if (op.op === 'W' || op.op === 'PW') {
      yield { thread, index, op, sources: [], read: undefined, written: op.v, o: op.o };
      return;
    }
    for (const sources of product<CellEvent | null>(cells.map((cell) => [null, ...this.co.get(cell)!]))) {
      const read = sources.map((w, i) => (w === null ? 0 : w.written![cells[i] - (w.op as SizedAccess).at]));
      const written = op.op === 'R' || op.op === 'PR' ? undefined : updated(op, read, unit);
      const fails = op.op === 'cas' && written === undefined;
      yield { thread, index, op, sources, read, written, o: fails ? failing[op.o] : op.o };
    }
  }

  /** Goes on after the event, written to each place in co. */
  private append(e: CellEvent): void {
    this.events.push(e);
    const { at } = e.op as SizedAccess;
    const cells = (e.written ?? []).map((_, i) => this.co.get(at + i)!);
    const places = cells.map((writes, i) =>
      e.read === undefined
        ? Array.from({ length: writes.length + 1 }, (_, place) => place)
        : [e.sources[i] === null ? 0 : writes.indexOf(e.sources[i]) + 1],
    );
    for (const chosen of product(places)) {
      chosen.forEach((place, i) => cells[i].splice(place, 0, e));
      const axioms = new CellAxioms(this.execution);
      if (axioms.isConsistent(this.model)) {
        if (this.hasPlain) this.races ||= axioms.races(this.model);
        this.explore();
      }
      chosen.forEach((place, i) => cells[i].splice(place, 1));
    }
    this.events.pop();
  }
}
