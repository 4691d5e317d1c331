/** Promoted plain data: byte ranges whose accesses are events, cut into atoms that do not overlap. */
import type { Atom } from '../channel/protocol';

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Plain atoms lie within aligned words of this many bytes. */
const WORD = 8;

export class Atoms {
  private plain: Range[] = [];
  private mixed: Range[] = [];
  private cut: Atom[] = [];
  private waiting = new Set<number>();
  /** Plain data that code which is not seen changes (Program.hidesData), and the atoms within. */
  private readonly changed: Range[] = [];
  private hidden = new Set<number>();

  /** `allWait`: does a plain read of any atom wait for the schedule? */
  constructor(
    atoms: readonly Atom[] = [],
    private readonly allWait = false,
  ) {
    this.add(atoms);
  }

  /** The atoms, in order of address. */
  get all(): readonly Atom[] {
    return this.cut;
  }

  /** Adds ranges (those of atomics, `mixed`, stay whole). Returns true if the atoms have changed. */
  add(ranges: readonly Atom[]): boolean {
    for (const r of ranges) {
      const range = rangeOf(r);
      if (r.mixed) this.mixed = insert(this.mixed, range);
      else this.plain.push(range);
      if (r.hidden === true) this.changed.push(range);
    }
    if (ranges.length === 0) return false;
    const before = this.cut;
    this.cut = partition(this.plain, this.mixed).map((atom) =>
      this.isChanged(atom) ? { ...atom, hidden: true } : atom,
    );
    this.plain = this.cut.filter((a) => !a.mixed).map(rangeOf);
    this.waiting = new Set(this.mixed.map((r) => r.from));
    this.hidden = new Set(this.cut.filter((a) => a.hidden === true).map(({ address }) => Number(address)));
    return JSON.stringify(before) !== JSON.stringify(this.cut);
  }

  /**
   * The values of the atom are hidden from now on, since they do not follow from the events: its accesses are events
   * only so that races are found. False: they were hidden before, or it is no atom of plain data only.
   */
  hide(address: number): boolean {
    const atom = this.cut.find((a) => Number(a.address) === address);
    return atom !== undefined && !atom.mixed && this.add([{ ...atom, hidden: true }]);
  }

  /** Are the values of the atom at this address hidden? */
  isHidden(address: number): boolean {
    return this.hidden.has(address);
  }

  private isChanged(atom: Atom): boolean {
    const { from, to } = rangeOf(atom);
    return !atom.mixed && this.changed.some((c) => c.from < to && from < c.to);
  }

  /** Does a plain read of the atom at this address wait for the schedule? */
  isMixed(address: number): boolean {
    return this.allWait || this.waiting.has(address);
  }
}

function rangeOf({ address, size }: Atom): Range {
  return { from: Number(address), to: Number(address) + size };
}

/** Adds a range to disjoint ranges, and merges it with those that it overlaps. */
function insert(ranges: readonly Range[], range: Range): Range[] {
  const touched = ranges.filter((r) => r.from < range.to && range.from < r.to);
  const from = Math.min(range.from, ...touched.map((r) => r.from));
  const to = Math.max(range.to, ...touched.map((r) => r.to));
  return [...ranges.filter((r) => !touched.includes(r)), { from, to }];
}

function partition(plain: readonly Range[], mixed: readonly Range[]): Atom[] {
  const cuts = new Set<number>();
  for (const { from, to } of [...plain, ...mixed]) {
    cuts.add(from).add(to);
    for (let word = Math.ceil(from / WORD) * WORD; word < to; word += WORD) cuts.add(word);
  }
  const inside = (ranges: readonly Range[], at: number): boolean => ranges.some((r) => r.from <= at && at < r.to);
  const atoms: Atom[] = mixed.map(({ from, to }) => ({ address: from, size: to - from, mixed: true }));
  const ends = [...cuts].sort((a, b) => a - b);
  for (let i = 0; i + 1 < ends.length; i++) {
    const from = ends[i];
    if (inside(plain, from) && !inside(mixed, from))
      atoms.push({ address: from, size: ends[i + 1] - from, mixed: false });
  }
  return atoms.sort((a, b) => Number(a.address) - Number(b.address));
}
