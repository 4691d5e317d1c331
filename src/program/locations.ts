/** Memory locations and synchronisation objects under dense numbers. */
import type { WireValue } from '../channel/value';
import type { Atom } from '../channel/protocol';
import type { MixedRange } from './atoms';
import type { Label, LocationId, Piece } from './label';

interface Location {
  readonly address: WireValue;
  /** Bytes; 0 for a synchronisation object. */
  readonly size: number;
  /** Known locations that overlap with this one. */
  readonly rivals: LocationId[];
  /** The number of the run in which it was used last; -1: in none since memory was cut. */
  run: number;
}

/** What an access touches: Label.loc and Label.pieces. */
export type AccessedPlace = Pick<Label, 'loc' | 'pieces'>;

/** Longest access in bytes; also the width of a bucket. */
const BUCKET = 16;

const noPieces: readonly Piece[] = [];

/** Thrown where two locations share bytes. `memory`: all of both, with the cuts that make pieces of it. */
export class Overlap extends Error {
  constructor(readonly memory: Atom) {
    super('accesses of several sizes overlap');
  }
}

/**
 * A location is an address with a size: in another execution the same heap memory may hold something else. Within one
 * run two locations do not share bytes. Where accesses of several sizes overlap, their memory is cut into pieces, which
 * are locations; all of it together has a number, too, by which accesses are found that may affect each other.
 */
export class Locations {
  private readonly all: Location[] = [];
  private readonly ids = new Map<number | string, LocationId>();
  /** Locations by the 16 bytes that they touch. */
  private readonly buckets = new Map<number, LocationId[]>();
  private run = 0;
  private mixed: readonly MixedRange[] = [];
  private readonly places = new Map<number, AccessedPlace>();

  /** `isLasting`: does the address hold the same object in all executions? */
  constructor(private readonly isLasting: (address: number) => boolean = () => false) {}

  /** The location's number; the same for the same address and size (bytes; 0 for a synchronisation object). */
  intern(address: WireValue, size: number): LocationId {
    const key = size < 2 * BUCKET ? keyOf(address, size) : `${address} ${size}`;
    const known = this.ids.get(key);
    if (known !== undefined) return known;
    const id = this.all.length;
    this.ids.set(key, id);
    this.all.push({ address, size, rivals: [], run: -1 });
    if (size > 0) this.meetRivals(id, Number(address), size);
    return id;
  }

  /** What an access to this memory touches. */
  place(address: WireValue, size: number): AccessedPlace {
    const key = keyOf(address, size);
    let place = this.places.get(key);
    if (place === undefined) this.places.set(key, (place = this.findPlace(address, size)));
    return place;
  }

  /** Where accesses of several sizes overlap, from now on. All runs so far are forgotten. */
  cut(mixed: readonly MixedRange[]): void {
    this.mixed = mixed;
    this.places.clear();
    for (const location of this.all) location.run = -1;
  }

  /** The address of a known location. */
  address(id: LocationId): WireValue {
    return this.all[id].address;
  }

  /** Bytes; 0 for a synchronisation object. */
  size(id: LocationId): number {
    return this.all[id].size;
  }

  /** The address of what the event accesses, which has a location. */
  addressOf({ loc, pieces }: AccessedPlace): WireValue {
    return this.all[pieces.length === 0 ? loc : pieces[0].loc].address;
  }

  /** Bytes of what the event accesses, which has a location; 0 for a synchronisation object. */
  sizeOf({ loc, pieces }: AccessedPlace): number {
    return pieces.length === 0 ? this.all[loc].size : pieces.reduce((sum, { size }) => sum + size, 0);
  }

  /** Is the location memory that has pieces? */
  hasPieces(id: LocationId): boolean {
    const { address, size } = this.all[id];
    return this.mixed.some(({ from, to }) => from === Number(address) && to - from === size);
  }

  get count(): number {
    return this.all.length;
  }

  /** All locations, by number. */
  get durable(): readonly (readonly [WireValue, number])[] {
    return this.all.map(({ address, size }) => [address, size]);
  }

  /** There were none before. */
  set durable(entries: readonly (readonly [WireValue, number])[]) {
    for (const [address, size] of entries) this.intern(address, size);
  }

  /** A new run begins. */
  beginRun(): void {
    this.run++;
  }

  /**
   * Records that the location is used in this run. Returns whether that is the first time in the run. Throws Overlap if
   * it shares bytes with another location that the run has used; that any run has used, where it is lasting.
   */
  use(id: LocationId): boolean {
    const location = this.all[id];
    if (location.run === this.run) return false;
    location.run = this.run;
    for (const rival of location.rivals) {
      const { run, address } = this.all[rival];
      if (run === this.run || (run >= 0 && this.isLasting(Number(address)))) throw overlap(location, this.all[rival]);
    }
    return true;
  }

  /** Known locations that share bytes with what the event accesses. In another execution it may be other memory. */
  rivals({ loc, pieces }: AccessedPlace): readonly LocationId[] {
    if (pieces.length === 0) return this.all[loc].rivals;
    return pieces.flatMap((piece) => this.all[piece.loc].rivals.filter((rival) => rival !== loc));
  }

  /** All of the memory of both, as Overlap has it. */
  together(place: AccessedPlace, other: LocationId): Atom {
    return overlap({ address: this.addressOf(place), size: this.sizeOf(place) }, this.all[other]).memory;
  }

  private findPlace(address: WireValue, size: number): AccessedPlace {
    const from = Number(address);
    const to = from + size;
    const range = this.mixed.find((m) => m.from <= from && to <= m.to);
    if (range === undefined || size === 0) return { loc: this.intern(address, size), pieces: noPieces };
    const bounds = [range.from, ...range.cuts, range.to].filter((at) => from <= at && at <= to);
    // One that begins or ends within a piece overlaps with that: `use` notices.
    if (bounds[0] !== from || bounds.at(-1) !== to) return { loc: this.intern(address, size), pieces: noPieces };
    return {
      loc: this.intern(range.from, range.to - range.from),
      pieces: bounds.slice(0, -1).map((at, i) => ({
        loc: this.intern(at, bounds[i + 1] - at),
        at: at - from,
        size: bounds[i + 1] - at,
      })),
    };
  }

  private meetRivals(id: LocationId, address: number, size: number): void {
    for (let bucket = Math.floor(address / BUCKET); bucket * BUCKET < address + size; bucket++) {
      const others = this.buckets.get(bucket) ?? [];
      for (const other of others) {
        const { address: otherAddress, size: otherSize, rivals } = this.all[other];
        const apart = Number(otherAddress) + otherSize <= address || address + size <= Number(otherAddress);
        if (apart || rivals.includes(id)) continue;
        rivals.push(id);
        this.all[id].rivals.push(other);
      }
      others.push(id);
      this.buckets.set(bucket, others);
    }
  }
}

/** Exact: user space ends at 2^47, and an access has at most 16 bytes. */
function keyOf(address: WireValue, size: number): number {
  return Number(address) * 2 * BUCKET + size;
}

function overlap(a: Pick<Location, 'address' | 'size'>, b: Location): Overlap {
  const bounds = [a, b].flatMap(({ address, size }) => [Number(address), Number(address) + size]);
  const from = Math.min(...bounds);
  const to = Math.max(...bounds);
  const cuts = [...new Set(bounds)].filter((at) => from < at && at < to).map((at) => at - from);
  return new Overlap({ address: from, size: to - from, mixed: false, cuts: cuts.sort((x, y) => x - y) });
}
