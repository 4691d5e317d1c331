/**
 * States that are fully explored: combinations of histories, with the excluded writes under which they were explored. A
 * state need not be entered again when the same histories were explored with exclusions that are subsets of its own. A
 * record that is dropped costs repeated work and loses no execution: when the table is full, its older half is dropped.
 */
import { VarintWriter, VarintReader } from './varint';
import { eachRecord, ByteTable, type RecordPieces } from './byte-table';

/**
 * The writes that a thread's pending read excludes: those among the first n events of each thread, n by thread; and the
 * initial write.
 */
export type ExcludedWrites = readonly number[];
export type Exclusions = readonly (ExcludedWrites | undefined)[];

/**
 * A record is the combination (how many numbers, the numbers), then for each thread with excluded writes: thread + 1,
 * how many counts, the counts; then 0.
 */
export class ClosedStates {
  private young = new ByteTable();
  private old: ByteTable | undefined;
  private readonly record = new VarintWriter();
  private readonly reading = new VarintReader();

  /** `maxBytes`: the size of the table; `forgets` is called when records are dropped. */
  constructor(
    private readonly maxBytes: number,
    private readonly forgets: () => void,
  ) {}

  /**
   * Was the state of the combination explored with exclusions that are subsets of these? False also where the record
   * was dropped.
   */
  covers(key: VarintWriter, exclusions: Exclusions): boolean {
    const hash = key.hash();
    const covered = (piece: Uint8Array, from: number): boolean => subset(this.exclusionsAt(piece, from), exclusions);
    return this.young.some(key, key.length, hash, covered) || this.old?.some(key, key.length, hash, covered) === true;
  }

  /** Adds the state, which must be fully explored. */
  add(key: VarintWriter, exclusions: Exclusions): void {
    const hash = key.hash(),
      { length } = key;
    const record = this.record.begin();
    record.addAll(key);
    exclusions.forEach((excluded, t) => {
      if (excluded === undefined) return;
      record.add(t + 1);
      record.add(excluded.length);
      for (const n of excluded) record.add(n);
    });
    record.add(0);
    // A record that the new one covers is overwritten if the new one fits.
    const replaced = this.young.some(key, length, hash, (piece, from, end) => {
      if (record.length - length > end - from || !subset(exclusions, this.exclusionsAt(piece, from))) return false;
      piece.set(record.bytes.subarray(length, record.length), from);
      return true;
    });
    if (!replaced) this.enter(record, hash);
  }

  /** All records. */
  get durable(): RecordPieces {
    return [...(this.old?.pieces ?? []), ...this.young.pieces];
  }

  set durable(pieces: RecordPieces) {
    const { record, reading } = this;
    eachRecord(pieces, (piece, from, end) => {
      record.begin();
      reading.begin(piece, from);
      const numbers = reading.next();
      record.add(numbers);
      for (let i = 0; i < numbers; i++) record.add(reading.next());
      const hash = record.hash();
      while (reading.at < end) record.add(reading.next());
      this.enter(record, hash);
    });
  }

  private enter(record: VarintWriter, hash: number): void {
    if (this.young.bytes > this.maxBytes / 2) {
      if (this.old !== undefined) this.forgets();
      this.old = this.young;
      this.young = new ByteTable();
    }
    this.young.add(record, hash);
  }

  private exclusionsAt(piece: Uint8Array, from: number): Exclusions {
    const { reading } = this;
    const exclusions: ExcludedWrites[] = [];
    reading.begin(piece, from);
    for (let thread = reading.next(); thread !== 0; thread = reading.next()) {
      const counts: number[] = [];
      for (let left = reading.next(); left > 0; left--) counts.push(reading.next());
      exclusions[thread - 1] = counts;
    }
    return exclusions;
  }
}

function subset(a: Exclusions, b: Exclusions): boolean {
  for (let t = 0; t < a.length; t++) {
    const x = a[t];
    if (x === undefined) continue;
    const y = b[t];
    if (y === undefined) return false;
    for (let u = 0; u < x.length; u++) if ((x[u] ?? 0) > (y[u] ?? 0)) return false;
  }
  return true;
}
