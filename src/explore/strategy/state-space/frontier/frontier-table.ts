/** The visited states while several threads explore: in shared memory, which is replaced where it becomes too small. */
import { SharedVectorSet } from '../../../store/shared-vector-set';
import { hashOf } from '../key/state-key';
import type { VisitedStates } from '../known/tables';

export class FrontierTable implements VisitedStates {
  private constructor(public set: SharedVectorSet) {}

  /** A table with these states, which have the numbers from 1 on. */
  static of(states: Int32Array, length: number, originOf: (state: number) => readonly [number, number]): FrontierTable {
    const set = SharedVectorSet.withRoom((2 * states.length) / length, length);
    for (let n = 1; n * length <= states.length; n++) {
      const v = states.subarray((n - 1) * length, n * length);
      set.add(v, hashOf(v), ...originOf(n));
    }
    return new FrontierTable(set);
  }

  /** Makes room if there is little. No other thread may explore meanwhile. */
  makeRoom(): void {
    if (this.set.isFull) this.set = this.set.enlarged();
  }

  /** The number of the vector; 0: it is not there. */
  lookUp(v: Int32Array, hash: number): number {
    return this.set.lookUp(v, hash);
  }

  /** The vector of that number. */
  vector(number: number): Int32Array {
    return this.set.vector(number);
  }

  /** Makes vectors longer. No other thread may explore meanwhile. */
  relayout(length: number): void {
    this.set = this.set.enlarged(length);
  }

  /** All vectors, in the order of their numbers. */
  checkpoint(): Int32Array {
    return this.set.all();
  }

  /** The number of the vector; adds it if need be. No other thread may explore meanwhile. */
  numberOf(v: Int32Array, hash: number, parent: number, move: number): number {
    this.makeRoom();
    return this.set.add(v, hash, parent, move);
  }
}
