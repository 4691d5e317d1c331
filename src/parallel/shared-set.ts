/**
 * A set of hashes of 128 bits in memory that several threads share. Open addressing in segments, each twice as large as
 * all before it, so that nothing moves when it grows; one thread at a time adds, under a lock that is held for a
 * microsecond.
 */

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

export class SharedSet {
  readonly buffer: SharedArrayBuffer;
  private readonly words: Int32Array;

  private readonly segments: number;

  /** For one thread of several: `buffer` is that of another thread's set, or else a new one of about `maxBytes`. */
  constructor(buffer?: SharedArrayBuffer, maxBytes = 2 ** 29) {
    this.buffer = buffer ?? growable(bytesOf(1), bytesOf(segmentsIn(maxBytes)));
    this.words = new Int32Array(this.buffer);
    this.segments = segmentsIn((this.buffer as GrowableBuffer).maxByteLength);
  }

  /** Adds a hash, 32 hexadecimal digits. False if it is there already; undefined if it is not, and the set is full. */
  add(hash: string): boolean | undefined {
    const key = keyOf(hash);
    return this.locked(() => this.insert(key));
  }

  /** All hashes but these, 16 bytes each. */
  allBut(hashes: readonly string[]): Uint8Array {
    const left = new Set(hashes.map((hash) => keyOf(hash).join()));
    return this.locked(() => {
      const { words } = this;
      const bytes = Buffer.alloc(words[COUNT] * WORDS * 4);
      let end = 0;
      for (let at = HEAD; at < HEAD + placesOf(Math.max(1, words[USED])) * WORDS; at += WORDS) {
        const key = words.subarray(at, at + WORDS);
        if (key[0] === 0 || left.has(key.join())) continue;
        for (const word of key) end = bytes.writeInt32BE(word, end);
      }
      return bytes.subarray(0, end);
    });
  }

  private locked<T>(what: () => T): T {
    this.lock();
    try {
      return what();
    } finally {
      Atomics.store(this.words, LOCK, 0);
      Atomics.notify(this.words, LOCK, 1);
    }
  }

  private lock(): void {
    while (Atomics.compareExchange(this.words, LOCK, 0, 1) !== 0) Atomics.wait(this.words, LOCK, 1, 1);
  }

  private insert(key: readonly number[]): boolean | undefined {
    let used = Math.max(1, this.words[USED]);
    for (let s = 0; s < used; s++) if (this.words[this.find(key, s)] !== 0) return false;
    if (this.words[COUNT] >= (placesOf(used) * 3) / 4) {
      if (used === this.segments) return undefined;
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

type GrowableBuffer = SharedArrayBuffer & { readonly maxByteLength: number; grow(bytes: number): void };

function growable(bytes: number, most: number): SharedArrayBuffer {
  return new (SharedArrayBuffer as new (bytes: number, options: object) => SharedArrayBuffer)(bytes, {
    maxByteLength: most,
  });
}

/** The words of a hash, 32 hexadecimal digits. */
function keyOf(hash: string): number[] {
  const key = [0, 8, 16, 24].map((at) => Number.parseInt(hash.slice(at, at + 8), 16) | 0);
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
