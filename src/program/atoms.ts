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
  /** Plain data that code which is not seen changes: never an atom (Program.hidesData). */
  private readonly unseen: Range[] = [];

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
      const range = { from: Number(r.address), to: Number(r.address) + r.size };
      if (r.mixed) this.mixed = insert(this.mixed, range);
      else if (!this.unseen.some((u) => u.from < range.to && range.from < u.to)) this.plain.push(range);
    }
    if (ranges.length === 0) return false;
    const before = this.cut;
    this.cut = partition(this.plain, this.mixed);
    this.plain = this.cut
      .filter((a) => !a.mixed)
      .map(({ address, size }) => ({ from: Number(address), to: Number(address) + size }));
    this.waiting = new Set(this.mixed.map((r) => r.from));
    return JSON.stringify(before) !== JSON.stringify(this.cut);
  }

  /** Its accesses are no events any more: what it holds does not follow from them. False: they stay, by `mixed`. */
  leaveOut(address: number): boolean {
    const at = this.plain.findIndex(({ from }) => from === address);
    if (at < 0) return false;
    this.unseen.push(...this.plain.splice(at, 1));
    this.cut = partition(this.plain, this.mixed);
    return true;
  }

  /** Does a plain read of the atom at this address wait for the schedule? */
  isMixed(address: number): boolean {
    return this.allWait || this.waiting.has(address);
  }
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
