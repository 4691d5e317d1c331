/** A set of combinations of histories: the executions that were counted, where the search may reach one again. */
import { VarintWriter, VarintReader } from './varint';
import { eachRecord, ByteTable, type RecordPieces } from './byte-table';

export class ExecutionSet {
  private readonly records = new ByteTable();

  /** `maxBytes`: the memory that the records may take. */
  constructor(private readonly maxBytes: number) {}

  get size(): number {
    return this.records.count;
  }

  /** Is the memory used up? Then no more combinations are added. */
  get full(): boolean {
    return this.records.bytes > this.maxBytes;
  }

  /** Is the combination in the set? False also where it came when the set was full. */
  has(key: VarintWriter): boolean {
    return this.records.some(key, key.length, key.hash(), () => true);
  }

  /** Adds the combination. False if it is there already. */
  add(key: VarintWriter): boolean {
    if (this.has(key)) return false;
    if (!this.full) this.records.add(key, key.hash());
    return true;
  }

  /** All records. */
  get durable(): RecordPieces {
    return this.records.pieces;
  }

  set durable(pieces: RecordPieces) {
    const key = new VarintWriter(),
      reading = new VarintReader();
    eachRecord(pieces, (piece, from, end) => {
      reading.begin(piece, from);
      key.begin();
      while (reading.at < end) key.add(reading.next());
      this.add(key);
    });
  }
}
