/**
 * What executions have shown of a program: which reads have read from which writes (Wolff et al., Greybox fuzzing for
 * concurrency testing, ASPLOS 2024), which might, since both access one location in some execution, and which edges of
 * the code were taken.
 */
import { isWrite, sourcesOf } from '../graph/event';
import type { ExecutionGraph } from '../graph/graph';
import type { LocationId } from '../program/label';
import { INITIAL, type Places } from './places';

/** A read and a write: `write * PLACES + read`. */
export type Pair = number;
/** More places than a program has. */
const PLACES = 2 ** 26;

/** What one execution has shown. */
export interface ShownByWalk {
  /** Reads from writes. */
  readonly pairs: readonly Pair[];
  /** Accesses to one location, of which the read might have read from the write. */
  readonly possible: readonly Pair[];
  readonly edges: readonly number[];
}

/** What there is to show. */
export const shownKinds = ['pairs', 'possible', 'edges'] as const;

/** Has it shown nothing? */
export function isNothing(shown: ShownByWalk): boolean {
  return shownKinds.every((kind) => shown[kind].length === 0);
}

/** The pair of these places. */
export function pairOf(write: number, read: number): Pair {
  return write * PLACES + read;
}

/** The place of the write of a pair. */
export function writeOf(pair: Pair): number {
  return Math.floor(pair / PLACES);
}

/** The place of the read of a pair. */
export function readOf(pair: Pair): number {
  return pair % PLACES;
}

/** Has a thread read in the execution what another has written? */
export function communicates({ events }: ExecutionGraph): boolean {
  return events.some((e) => e.loc >= 0 && sourcesOf(e).some(({ thread }) => thread >= 0 && thread !== e.thread));
}

/** What the execution shows, besides edges; and by pair, the number of the first event that shows it. */
export function shownBy(
  { events }: ExecutionGraph,
  places: Places,
): Omit<ShownByWalk, 'edges'> & { readonly firsts: ReadonlyMap<Pair, number> } {
  const pairs = new Map<Pair, number>();
  const at = new Map<LocationId, { readonly writes: Set<number>; readonly reads: Set<number> }>();
  for (const e of events) {
    const { label, source } = e;
    if (label.site < 0 || label.loc < 0) continue;
    const place = places.ofSite(label.site);
    let there = at.get(label.loc);
    if (there === undefined) at.set(label.loc, (there = { writes: new Set(), reads: new Set() }));
    if (isWrite(e)) there.writes.add(place);
    if (source === null) continue;
    there.reads.add(place);
    for (const { thread, label: written } of sourcesOf(e)) {
      const pair = pairOf(thread < 0 || written.site < 0 ? INITIAL : places.ofSite(written.site), place);
      if (!pairs.has(pair)) pairs.set(pair, e.id);
    }
  }
  const possible = new Set(pairs.keys());
  for (const { writes, reads } of at.values())
    for (const read of reads) for (const write of writes) possible.add(pairOf(write, read));
  return { pairs: [...pairs.keys()], possible: [...possible], firsts: pairs };
}

export class Coverage {
  readonly pairs = new Set<Pair>();
  readonly possible = new Set<Pair>();
  readonly edges = new Set<number>();

  /** Adds what an execution has shown. Returns what is new of it; undefined: nothing. */
  add({ pairs, possible, edges }: ShownByWalk): ShownByWalk | undefined {
    const fresh = {
      pairs: added(this.pairs, pairs),
      possible: added(this.possible, possible),
      edges: added(this.edges, edges),
    };
    return isNothing(fresh) ? undefined : fresh;
  }

  /** Pairs that might be seen and were not. */
  get missing(): Pair[] {
    return [...this.possible].filter((pair) => !this.pairs.has(pair));
  }
}

function added<T>(to: Set<T>, items: readonly T[]): T[] {
  const fresh = items.filter((item) => !to.has(item));
  for (const item of fresh) to.add(item);
  return fresh;
}

/** The numbers of the edges in a note of a run (runtime/fuzz/edges.c): a hexadecimal digit for each four. */
export function edgesIn(digits: string): number[] {
  return [...digits].flatMap((digit, at) => {
    const bits = parseInt(digit, 16);
    return [0, 1, 2, 3].flatMap((bit) => ((bits >> bit) & 1 ? [4 * at + bit] : []));
  });
}
