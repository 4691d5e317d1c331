/** Memory locations and synchronisation objects under dense numbers. */
import type { WireValue } from '../channel/value';
import { DristaError } from '../base/errors';
import type { LocationId } from './label';

interface Location {
  readonly address: WireValue;
  /** Bytes; 0 for a synchronisation object. */
  readonly size: number;
  /** Known locations that overlap with this one. */
  readonly rivals: LocationId[];
  /** The number of the run in which it was used last. */
  run: number;
}

/** Longest access in bytes; also the width of a bucket. */
const BUCKET = 16;

/**
 * A location is an address with a size: in another execution the same heap memory may hold something else. Within one
 * run two locations must not share bytes.
 */
export class Locations {
  private readonly all: Location[] = [];
  private readonly ids = new Map<number, LocationId>();
  /** Locations by the 16 bytes that they touch. */
  private readonly buckets = new Map<number, LocationId[]>();
  private run = 0;

  /** The location's number; the same for the same address and size (bytes; 0 for a synchronisation object). */
  intern(address: WireValue, size: number): LocationId {
    const key = Number(address) * 2 * BUCKET + size; // exact: user space ends at 2^47
    const known = this.ids.get(key);
    if (known !== undefined) return known;
    const id = this.all.length;
    this.ids.set(key, id);
    this.all.push({ address, size, rivals: [], run: -1 });
    if (size > 0) this.meetRivals(id, Number(address), size);
    return id;
  }

  /** The address of a known location. */
  address(id: LocationId): WireValue {
    return this.all[id].address;
  }

  /** Bytes; 0 for a synchronisation object. */
  size(id: LocationId): number {
    return this.all[id].size;
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
   * Records that the location is used in this run. Returns whether that is the first time in the run. Throws a
   * DristaError if it overlaps with another location that the run has used.
   */
  use(id: LocationId): boolean {
    const location = this.all[id];
    if (location.run === this.run) return false;
    location.run = this.run;
    for (const rival of location.rivals) {
      if (this.all[rival].run === this.run) throw this.mixed(location, this.all[rival]);
    }
    return true;
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

  private mixed(a: Location, b: Location): DristaError {
    const text = (l: Location): string => `${l.size} bytes at 0x${l.address.toString(16)}`;
    return new DristaError(
      `mixed-size atomics are not supported: the program accesses ${text(b)} and ${text(a)}; access each ` +
        'atomic object with one size',
    );
  }
}
