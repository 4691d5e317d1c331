/** Combinations of histories, each once: the executions that were counted, where their like may come up again. */
import { VarintWriter, VarintReader } from './varint';
import { eachRecord, ByteTable, type ByteTableCheckpoint } from './byte-table';

export class ExecutionSet {
  private readonly records = new ByteTable();

  /** `most`: bytes that they may take. */
  constructor(private readonly maxBytes: number) {}

  get size(): number {
    return this.records.count;
  }

  /** Are there more of them than are kept? */
  get full(): boolean {
    return this.records.bytes > this.maxBytes;
  }

  /** Is the combination there? False too if it came when the set was full. */
  has(key: VarintWriter): boolean {
    return this.records.some(key, key.length, key.hash(), () => true);
  }

  /** Adds the combination. False if it is there already. */
  add(key: VarintWriter): boolean {
    if (this.has(key)) return false;
    if (!this.full) this.records.add(key, key.hash());
    return true;
  }

  /** All of them, for `restore`. */
  checkpoint(): ByteTableCheckpoint {
    return this.records.checkpoint();
  }

  /** Adds what `checkpoint` returned. */
  restore(kept: ByteTableCheckpoint): void {
    const key = new VarintWriter(),
      reading = new VarintReader();
    eachRecord(kept, (piece, from, end) => {
      reading.begin(piece, from);
      key.begin();
      while (reading.at < end) key.add(reading.next());
      this.add(key);
    });
  }
}
