/**
 * Promoted plain data: byte ranges whose accesses are events, cut into atoms that do not overlap. And memory that
 * atomics of several sizes access: where it is cut, so are the atoms.
 */
import type { Atom } from '../channel/protocol';

export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Memory that atomics of several sizes access; `cuts`: the addresses where some of these begin or end. */
export interface MixedRange extends Range {
  readonly cuts: readonly number[];
}

/** Plain atoms lie within aligned words of this many bytes. */
const WORD = 8;

export class Atoms {
  private plain: Range[] = [];
  private mixed: Range[] = [];
  private sizes: MixedRange[] = [];
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

  /** The memory that atomics of several sizes access. */
  get mixedSizes(): readonly MixedRange[] {
    return this.sizes;
  }

  /** Adds ranges (those of atomics, `mixed`, stay whole). Returns true if the atoms have changed. */
  add(ranges: readonly Atom[]): boolean {
    for (const r of ranges) {
      const range = rangeOf(r);
      if (r.cuts !== undefined) this.sizes = insertMixed(this.sizes, mixedOf(r, r.cuts));
      else if (r.mixed) this.mixed = insert(this.mixed, range);
      else this.plain.push(range);
      if (r.hidden === true) this.changed.push(range);
    }
    if (ranges.length === 0) return false;
    const before = this.cut;
    const plain = partition(this.plain, this.mixed, this.sizes).map((atom) =>
      this.isChanged(atom) ? { ...atom, hidden: true as const } : atom,
    );
    this.cut = [...plain, ...this.sizes.map(atomOf)];
    this.plain = plain.filter((a) => !a.mixed).map(rangeOf);
    this.waiting = new Set(plain.flatMap((a) => (a.mixed ? [Number(a.address)] : [])));
    this.hidden = new Set(this.cut.filter((a) => a.hidden === true).map(({ address }) => Number(address)));
    return JSON.stringify(before) !== JSON.stringify(this.cut);
  }

  /**
   * The values of the atom are hidden from now on, since they do not follow from the events: its accesses are events
   * only so that races are found. False: they were hidden before, or it is no atom of plain data only.
   */
  hide(address: number): boolean {
    const atom = this.cut.find((a) => a.cuts === undefined && Number(a.address) === address);
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

function mixedOf(atom: Atom, cuts: readonly number[]): MixedRange {
  const { from, to } = rangeOf(atom);
  return { from, to, cuts: cuts.map((cut) => from + cut) };
}

function atomOf({ from, to, cuts }: MixedRange): Atom {
  return { address: from, size: to - from, mixed: false, cuts: cuts.map((cut) => cut - from) };
}

/** As `insert`; the bounds of what is merged become cuts. */
function insertMixed(ranges: readonly MixedRange[], range: MixedRange): MixedRange[] {
  const touched = ranges.filter((r) => r.from < range.to && range.from < r.to);
  const all = [range, ...touched];
  const from = Math.min(...all.map((r) => r.from));
  const to = Math.max(...all.map((r) => r.to));
  const cuts = new Set(all.flatMap((r) => [r.from, ...r.cuts, r.to]).filter((cut) => from < cut && cut < to));
  const merged = { from, to, cuts: [...cuts].sort((a, b) => a - b) };
  return [...ranges.filter((r) => !touched.includes(r)), merged].sort((a, b) => a.from - b.from);
}

function partition(plain: readonly Range[], mixed: readonly Range[], sizes: readonly MixedRange[]): Atom[] {
  const words = new Set<number>();
  for (const { from, to } of [...plain, ...mixed]) {
    words.add(from).add(to);
    for (let word = Math.ceil(from / WORD) * WORD; word < to; word += WORD) words.add(word);
  }
  const sized = sizes.flatMap(({ from, to, cuts }) => [from, ...cuts, to]);
  const inside = (ranges: readonly Range[], at: number): boolean => ranges.some((r) => r.from <= at && at < r.to);
  const atoms: Atom[] = [];
  const cut = (points: readonly number[], of: readonly Range[], isMixed: boolean): void => {
    for (let i = 0; i + 1 < points.length; i++) {
      const from = points[i];
      if (inside(of, from) && (isMixed || !inside(mixed, from)))
        atoms.push({ address: from, size: points[i + 1] - from, mixed: isMixed });
    }
  };
  for (const range of mixed) {
    const { from, to } = range;
    cut(inOrder([from, to, ...sized.filter((at) => from < at && at < to)]), [range], true);
  }
  cut(inOrder([...words, ...sized]), plain, false);
  return atoms.sort((a, b) => Number(a.address) - Number(b.address));
}

function inOrder(points: readonly number[]): number[] {
  return [...new Set(points)].sort((a, b) => a - b);
}
