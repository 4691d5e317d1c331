/**
 * The present state as a vector: for each thread its place (0: not begun), for each slot the number of the value that
 * memory holds (0: the initial value). The hash is updated incrementally, and a trail undoes changes.
 */
import { mix, type VectorSet } from '../../store/vector-set';

export class Vector {
  threads = 8;
  slots = 8;
  /** Places, then the numbers of the values that memory holds. */
  values = new Int32Array(this.threads + this.slots);
  hash = 0;
  private readonly trail: number[] = [];

  /** The tables of such vectors (`visited`) and of their places alone (`ended`), which grow together with this one. */
  constructor(
    private readonly visited: VectorSet,
    private readonly ended: VectorSet,
  ) {}

  /** The place of the thread; 0: not begun. `t` is below `threads`. */
  place(t: number): number {
    return this.values[t];
  }

  /** The number of the value that memory holds in the slot; 0: the initial one. `reach` was called for it. */
  held(slot: number): number {
    return this.values[this.threads + slot];
  }

  /** Moves the thread to the place. Enlarges the vector where it is too short for the thread. */
  setPlace(t: number, place: number): void {
    while (t >= this.threads) this.grow(2 * this.threads, this.slots);
    this.set(t, place, 2 * t);
  }

  /** Lets memory hold the value with the number in the slot. `reach` was called for the slot. */
  setHeld(slot: number, value: number): void {
    this.set(this.threads + slot, value, 2 * slot + 1);
  }

  /** Enlarges the vector where it is too short for the slot. */
  reach(slot: number): void {
    while (slot >= this.slots) this.grow(this.threads, 2 * this.slots);
  }

  /** The present position of the trail, for `undo`. */
  mark(): number {
    return this.trail.length;
  }

  /** Undoes all changes since the mark; the vector keeps its size. */
  undo(mark: number): void {
    while (this.trail.length > mark) {
      this.hash = this.trail.pop()!;
      const old = this.trail.pop()!;
      const key = this.trail.pop()!;
      this.values[(key & 1) === 0 ? key >> 1 : this.threads + (key >> 1)] = old;
    }
  }

  /** The hash of the places alone. */
  hashOfPlaces(): number {
    let hash = 0;
    for (let t = 0; t < this.threads; t++) hash ^= mix(2 * t, this.values[t]);
    return hash;
  }

  /** The hash of a vector of the present size, or of its places. */
  hashOf(v: Int32Array): number {
    let hash = 0;
    v.forEach((value, i) => {
      hash ^= mix(i < this.threads ? 2 * i : 2 * (i - this.threads) + 1, value);
    });
    return hash;
  }

  private set(at: number, value: number, key: number): void {
    const old = this.values[at];
    this.trail.push(key, old, this.hash);
    this.hash ^= mix(key, old) ^ mix(key, value);
    this.values[at] = value;
  }

  private grow(threads: number, slots: number): void {
    const before = this.threads;
    const place = (from: number): number => (from < before ? from : from - before + threads);
    const values = new Int32Array(threads + slots);
    this.values.forEach((value, from) => {
      values[place(from)] = value;
    });
    this.visited.relayout(threads + slots, place);
    if (threads !== before) this.ended.relayout(threads, place);
    this.values = values;
    this.threads = threads;
    this.slots = slots;
  }
}
