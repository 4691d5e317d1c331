/**
 * A set of hashes of 128 bits in memory that several threads share. Open addressing in segments, each twice as large as
 * all before it, so that nothing moves when it grows; one thread at a time adds, under a lock that is held for a
 * microsecond.
 */

import { DristaError } from '../base/errors';

/** Words of 32 bits for each hash; no word of a place that is used is 0 in its first one. */
const WORDS = 4;
/** Places of the first segment, and segments at most: 2^25 places, half a gigabyte. */
const FIRST = 1 << 12,
  SEGMENTS = 14;
/** Of the words before the segments: the lock, how many hashes there are, how many segments. */
const LOCK = 0,
  COUNT = 1,
  USED = 2,
  HEAD = 4;

export class SharedSet {
  private readonly words: Int32Array;

  /** For one thread of several: `buffer` is that of another's, or else a new one. */
  constructor(readonly buffer: SharedArrayBuffer = growable(bytesOf(1), bytesOf(SEGMENTS))) {
    this.words = new Int32Array(buffer);
  }

  /** Adds a hash, 32 hexadecimal digits. False if it is there already. A DristaError when the set is full. */
  add(hash: string): boolean {
    const key = [0, 8, 16, 24].map((at) => Number.parseInt(hash.slice(at, at + 8), 16) | 0);
    if (key[0] === 0) key[0] = 1;
    this.lock();
    try {
      return this.insert(key);
    } finally {
      Atomics.store(this.words, LOCK, 0);
      Atomics.notify(this.words, LOCK, 1);
    }
  }

  private lock(): void {
    while (Atomics.compareExchange(this.words, LOCK, 0, 1) !== 0) Atomics.wait(this.words, LOCK, 1, 1);
  }

  private insert(key: readonly number[]): boolean {
    let used = Math.max(1, this.words[USED]);
    for (let s = 0; s < used; s++) if (this.words[this.find(key, s)] !== 0) return false;
    if (this.words[COUNT] >= (placesOf(used) * 3) / 4) {
      if (used === SEGMENTS)
        throw new DristaError(
          'there are more executions than can be told apart in memory that several workers share: explore with one (--jobs 1)',
        );
      (this.buffer as GrowableBuffer).grow(bytesOf(++used));
    }
    const at = this.find(key, used - 1);
    key.forEach((word, i) => {
      this.words[at + i] = word;
    });
    this.words[USED] = used;
    this.words[COUNT]++;
    return true;
  }

  /** Where the hash is in the segment, or else where it could be. */
  private find(key: readonly number[], segment: number): number {
    const { words } = this;
    const first = segment === 0 ? 0 : placesOf(segment),
      places = placesOf(segment + 1) - first;
    for (let place = key[1] & (places - 1); ; place = (place + 1) & (places - 1)) {
      const at = HEAD + (first + place) * WORDS;
      if (words[at] === 0 || key.every((word, i) => words[at + i] === word)) return at;
    }
  }
}

type GrowableBuffer = SharedArrayBuffer & { grow(bytes: number): void };

function growable(bytes: number, most: number): SharedArrayBuffer {
  return new (SharedArrayBuffer as new (bytes: number, options: object) => SharedArrayBuffer)(bytes, {
    maxByteLength: most,
  });
}

/** Places of the first so many segments. */
function placesOf(segments: number): number {
  return FIRST * 2 ** (segments - 1);
}

function bytesOf(segments: number): number {
  return (HEAD + placesOf(segments) * WORDS) * 4;
}
