/** Combinations of histories, each once: the executions that were counted, where their like may come up again. */
import { VarintWriter, VarintReader } from './varint';
import { each, ByteTable, type ByteTableCheckpoint } from './byte-table';

export class ExecutionSet {
  private readonly records = new ByteTable();

  /** `most`: bytes that they may take. */
  constructor(private readonly most: number) {}

  get size(): number {
    return this.records.count;
  }

  /** Are there more of them than are kept? */
  get full(): boolean {
    return this.records.bytes > this.most;
  }

  has(key: VarintWriter): boolean {
    return this.records.some(key, key.length, key.hash(), () => true);
  }

  /** Adds the combination. False if it is there already. */
  add(key: VarintWriter): boolean {
    if (this.has(key)) return false;
    if (!this.full) this.records.add(key, key.hash());
    return true;
  }

  keep(): ByteTableCheckpoint {
    return this.records.keep();
  }

  recall(kept: ByteTableCheckpoint): void {
    const key = new VarintWriter(),
      reading = new VarintReader();
    each(kept, (piece, from, end) => {
      reading.begin(piece, from);
      key.begin();
      while (reading.at < end) key.add(reading.next());
      this.add(key);
    });
  }
}
