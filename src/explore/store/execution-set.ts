/** Combinations of histories, each once: the executions that were counted, where their like may come up again. */
import { Packed, Unpacking } from './varint';
import { each, Records, type KeptRecords } from './byte-table';

export class Combinations {
  private readonly records = new Records();

  /** `most`: bytes that they may take. */
  constructor(private readonly most: number) {}

  get size(): number {
    return this.records.count;
  }

  /** Are there more of them than are kept? */
  get full(): boolean {
    return this.records.bytes > this.most;
  }

  has(key: Packed): boolean {
    return this.records.some(key, key.length, key.hash(), () => true);
  }

  /** Adds the combination. False if it is there already. */
  add(key: Packed): boolean {
    if (this.has(key)) return false;
    if (!this.full) this.records.add(key, key.hash());
    return true;
  }

  keep(): KeptRecords {
    return this.records.keep();
  }

  recall(kept: KeptRecords): void {
    const key = new Packed(), reading = new Unpacking();
    each(kept, (piece, from, end) => {
      reading.begin(piece, from);
      key.begin();
      while (reading.at < end) key.add(reading.next());
      this.add(key);
    });
  }
}
