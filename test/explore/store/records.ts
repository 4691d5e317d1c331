/** Numbers as the tables of src/explore/store/ take them. */
import { VarintWriter } from '../../../src/explore/store/varint';

export function packed(...numbers: number[]): VarintWriter {
  const p = new VarintWriter().begin();
  for (const n of numbers) p.add(n);
  return p;
}

/** As a state reports it: how many threads, the number of each one's history. */
export function combination(...numbers: number[]): VarintWriter {
  return packed(numbers.length, ...numbers);
}
