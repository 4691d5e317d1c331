/**
 * States whose exploration is over: combinations of histories, with the refusals under which they were explored. A
 * state need not be entered when the same histories were finished with refusals that are subsets of its own. To forget
 * some costs repetition, never an execution: where they take too much memory, the older half goes.
 */
import { VarintWriter, VarintReader } from './varint';
import { eachRecord, ByteTable, type ByteTableCheckpoint } from './byte-table';

/**
 * The writes of its location that a thread refuses: by thread how many events are covered; the initial write always is.
 */
export type ExcludedWrites = readonly number[];
export type Exclusions = readonly (ExcludedWrites | undefined)[];

/**
 * A record is the combination (how many numbers, the numbers), then for each thread that refuses something: thread + 1,
 * how many counts, the counts; then 0.
 */
export class ClosedStates {
  private young = new ByteTable();
  private old: ByteTable | undefined;
  private readonly record = new VarintWriter();
  private readonly reading = new VarintReader();

  /** `most`: bytes that they may take; `forgets` is called when some are forgotten. */
  constructor(
    private readonly maxBytes: number,
    private readonly forgets: () => void,
  ) {}

  /**
   * Was the state of the combination explored with exclusions that are subsets of these? False too if that was
   * forgotten.
   */
  covers(key: VarintWriter, refusals: Exclusions): boolean {
    const hash = key.hash();
    const covered = (piece: Uint8Array, from: number): boolean => subset(this.exclusionsAt(piece, from), refusals);
    return this.young.some(key, key.length, hash, covered) || this.old?.some(key, key.length, hash, covered) === true;
  }

  /** Enters the state, when all below it was explored. */
  add(key: VarintWriter, refusals: Exclusions): void {
    const hash = key.hash(),
      { length } = key;
    const record = this.record.begin();
    record.addAll(key);
    refusals.forEach((refusal, t) => {
      if (refusal === undefined) return;
      record.add(t + 1);
      record.add(refusal.length);
      for (const n of refusal) record.add(n);
    });
    record.add(0);
    // What it covers needs no record of its own any more.
    const replaced = this.young.some(key, length, hash, (piece, from, end) => {
      if (record.length - length > end - from || !subset(refusals, this.exclusionsAt(piece, from))) return false;
      piece.set(record.bytes.subarray(length, record.length), from);
      return true;
    });
    if (!replaced) this.enter(record, hash);
  }

  /** All of them, for `recall`. */
  checkpoint(): ByteTableCheckpoint {
    return [...(this.old?.checkpoint() ?? []), ...this.young.checkpoint()];
  }

  /** Adds what `checkpoint` returned. */
  restore(kept: ByteTableCheckpoint): void {
    const { record, reading } = this;
    eachRecord(kept, (piece, from, end) => {
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
    const refusals: ExcludedWrites[] = [];
    reading.begin(piece, from);
    for (let thread = reading.next(); thread !== 0; thread = reading.next()) {
      const counts: number[] = [];
      for (let left = reading.next(); left > 0; left--) counts.push(reading.next());
      refusals[thread - 1] = counts;
    }
    return refusals;
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
