/** The executions that were counted by name: hashes of 16 bytes, kept in the order in which they came. */
import { SharedSet } from '../parallel/shared-set';

/** Bytes of a hash. */
const BYTES = 16;

export class ExecutionNames {
  private readonly set: SharedSet;
  private bytes = new Uint8Array(64 * BYTES);
  private used = 0;

  /** A set of about so many bytes. */
  constructor(maxBytes: number) {
    this.set = new SharedSet(undefined, maxBytes);
  }

  /** Adds a hash, 32 hexadecimal digits. False if it is there already; undefined: the set is full. */
  add(hash: string): boolean | undefined {
    const isNew = this.set.add(hash);
    if (isNew !== true) return isNew;
    if (this.used + BYTES > this.bytes.length) {
      const larger = new Uint8Array(2 * this.bytes.length);
      larger.set(this.bytes);
      this.bytes = larger;
    }
    this.bytes.set(Buffer.from(hash, 'hex'), this.used);
    this.used += BYTES;
    return true;
  }

  /** Leaves the hash that was added last out of `all`. */
  forgetLast(): void {
    this.used -= BYTES;
  }

  /** Adds hashes one after the other. Returns how many were there already; undefined: the set is full. */
  addAll(hashes: Uint8Array): number | undefined {
    let known = 0;
    for (let at = 0; at + BYTES <= hashes.length; at += BYTES) {
      const isNew = this.add(Buffer.from(hashes.subarray(at, at + BYTES)).toString('hex'));
      if (isNew === undefined) return undefined;
      if (!isNew) known++;
    }
    return known;
  }

  /** All hashes, for `addAll`. */
  get all(): Uint8Array {
    return this.bytes.subarray(0, this.used);
  }
}
