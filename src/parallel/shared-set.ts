/**
 * A set of hashes of 128 bits in memory that several threads share. Open addressing in segments, each twice as large as
 * all before it, so that nothing moves when it grows; one thread at a time adds, under a lock that is held for a
 * microsecond.
 */
import { wordsOf } from '../base/hash';

/** Words of 32 bits for each hash; no word of a place that is used is 0 in its first one. */
const WORDS = 4;
/** Places of the first segment. Segment n has 2^(n-1) times as many, n > 0. */
const FIRST = 1 << 12;
/** Segments whose places have numbers of 32 bits. */
const MAX_SEGMENTS = 18;
/** Of the words before the segments: the lock, how many hashes there are, how many segments. */
const LOCK = 0,
  COUNT = 1,
  USED = 2,
  HEAD = 4;

/** The lock: free, held, or held while others may wait. */
const FREE = 0,
  HELD = 1,
  AWAITED = 2;

export class SharedSet {
  readonly buffer: SharedArrayBuffer;
  private readonly words: Int32Array;
  private readonly key = new Int32Array(WORDS);

  private readonly segments: number;

  /** For one thread of several: `buffer` is that of another thread's set, or else a new one of about `maxBytes`. */
  constructor(buffer?: SharedArrayBuffer, maxBytes = 2 ** 29) {
    this.buffer = buffer ?? growable(bytesOf(1), bytesOf(segmentsIn(maxBytes)));
    this.words = new Int32Array(this.buffer);
    this.segments = segmentsIn((this.buffer as GrowableBuffer).maxByteLength);
  }

  /** Adds a hash, 32 hexadecimal digits. False if it is there already; undefined if it is not, and the set is full. */
  add(hash: string): boolean | undefined {
    const key = keyOf(hash, this.key);
    this.lock();
    try {
      return this.insert(key);
    } finally {
      this.unlock();
    }
  }

  /** All hashes but these, 16 bytes each. */
  allBut(hashes: readonly string[]): Uint8Array {
    const left = new Set(hashes.map((hash) => keyOf(hash, this.key).join()));
    this.lock();
    try {
      const { words } = this;
      const bytes = Buffer.alloc(words[COUNT] * WORDS * 4);
      let end = 0;
      for (let at = HEAD; at < HEAD + placesOf(Math.max(1, words[USED])) * WORDS; at += WORDS) {
        const key = words.subarray(at, at + WORDS);
        if (key[0] === 0 || left.has(key.join())) continue;
        for (const word of key) end = bytes.writeInt32BE(word, end);
      }
      return bytes.subarray(0, end);
    } finally {
      this.unlock();
    }
  }

  private lock(): void {
    if (Atomics.compareExchange(this.words, LOCK, FREE, HELD) === FREE) return;
    while (Atomics.exchange(this.words, LOCK, AWAITED) !== FREE) Atomics.wait(this.words, LOCK, AWAITED, 1);
  }

  private unlock(): void {
    if (Atomics.exchange(this.words, LOCK, FREE) === AWAITED) Atomics.notify(this.words, LOCK, 1);
  }

  private insert(key: Int32Array): boolean | undefined {
    let used = Math.max(1, this.words[USED]);
    for (let s = 0; s < used; s++) if (this.words[this.find(key, s)] !== 0) return false;
    if (this.words[COUNT] >= (placesOf(used) * 3) / 4) {
      if (used === this.segments) return undefined;
      (this.buffer as GrowableBuffer).grow(bytesOf(++used));
    }
    const at = this.find(key, used - 1);
    for (let i = 0; i < WORDS; i++) this.words[at + i] = key[i];
    this.words[USED] = used;
    this.words[COUNT]++;
    return true;
  }

  /** Where the hash is in the segment, or else where it could be. */
  private find(key: Int32Array, segment: number): number {
    const { words } = this;
    const first = segment === 0 ? 0 : placesOf(segment),
      places = placesOf(segment + 1) - first;
    for (let place = key[1] & (places - 1); ; place = (place + 1) & (places - 1)) {
      const at = HEAD + (first + place) * WORDS;
      if (words[at] === 0) return at;
      let i = 0;
      while (i < WORDS && words[at + i] === key[i]) i++;
      if (i === WORDS) return at;
    }
  }
}

type GrowableBuffer = SharedArrayBuffer & { readonly maxByteLength: number; grow(bytes: number): void };

function growable(bytes: number, most: number): SharedArrayBuffer {
  return new (SharedArrayBuffer as new (bytes: number, options: object) => SharedArrayBuffer)(bytes, {
    maxByteLength: most,
  });
}

/** Sets the key to the words of a hash, 32 hexadecimal digits. */
function keyOf(hash: string, key: Int32Array): Int32Array {
  wordsOf(hash, key);
  if (key[0] === 0) key[0] = 1;
  return key;
}

/** How many segments fit into so many bytes; one at least. */
function segmentsIn(bytes: number): number {
  let segments = 1;
  while (segments < MAX_SEGMENTS && placesOf(segments + 1) * WORDS * 4 <= bytes) segments++;
  return segments;
}

/** Places of the first so many segments. */
function placesOf(segments: number): number {
  return FIRST * 2 ** (segments - 1);
}

function bytesOf(segments: number): number {
  return (HEAD + placesOf(segments) * WORDS) * 4;
}
