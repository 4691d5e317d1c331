/**
 * The states that several threads explore: those of a list, and then those of a table in the order in which they were
 * found, which the threads add to meanwhile.
 */
import type { SharedVectorSet } from '../../../store/shared-vector-set';

/** Shared numbers: the next of the list and of the table, who waits, and whether all should stop. */
const LISTED = 0,
  NEXT = 16,
  WAITING = 32,
  STOP = 33,
  THREADS = 34,
  NUMBERS = 48;

/** How many states a thread takes at once, at most. */
const CHUNK = 16;
/** How long a thread that found nothing to do waits before it looks again: so many looks, then milliseconds. */
const LOOKS = 200,
  NAP = 0.05;

/** What threads need to take part. */
export interface SharedQueue {
  readonly control: SharedArrayBuffer;
  readonly list: SharedArrayBuffer;
  /** When all should stop, in milliseconds since 1970. */
  readonly end: number;
}

export class WorkQueue {
  private readonly control: Int32Array;
  private readonly list: Int32Array;
  /** What this thread has taken: states of the list or of the table. */
  private taken: readonly number[] = [];
  private at = 0;

  constructor(
    readonly shared: SharedQueue,
    private readonly table: Pick<SharedVectorSet, 'count'>,
  ) {
    this.control = new Int32Array(shared.control);
    this.list = new Int32Array(shared.list);
  }

  /** A queue for so many threads, of the states of the list, and of those from `next` on. `end`: see SharedQueue. */
  static of(
    list: readonly number[],
    next: number,
    threads: number,
    end: number,
    table: Pick<SharedVectorSet, 'count'>,
  ): WorkQueue {
    const shared = { control: new SharedArrayBuffer(4 * NUMBERS), list: new SharedArrayBuffer(4 * list.length), end };
    new Int32Array(shared.list).set(list);
    const control = new Int32Array(shared.control);
    control[NEXT] = next;
    control[THREADS] = threads;
    return new WorkQueue(shared, table);
  }

  /** A state for this thread; 0: there are no more, or all should stop. */
  take(): number {
    if (this.at === this.taken.length) {
      this.taken = this.more();
      this.at = 0;
    }
    return this.at < this.taken.length ? this.taken[this.at++] : 0;
  }

  /** Makes all threads stop, each after what it has taken. */
  stop(): void {
    Atomics.store(this.control, STOP, 1);
  }

  /** Makes all threads stop if it is time. */
  stopInTime(): void {
    if (Date.now() >= this.shared.end) this.stop();
  }

  private get isStopped(): boolean {
    return Atomics.load(this.control, STOP) !== 0;
  }

  /** The states that nobody has taken: those of the list, and the first of the table. No thread works any more. */
  get left(): { readonly list: readonly number[]; readonly next: number } {
    return {
      list: [...this.list.subarray(Math.min(this.control[LISTED], this.list.length))],
      next: this.control[NEXT],
    };
  }

  private more(): readonly number[] {
    for (;;) {
      if (this.isStopped) return [];
      const first = Atomics.load(this.control, LISTED);
      if (first < this.list.length) {
        const n = this.claim(LISTED, first, this.list.length - first);
        if (n > 0) return [...this.list.subarray(first, first + n)];
        continue;
      }
      const next = Atomics.load(this.control, NEXT);
      const n = this.claim(NEXT, next, this.table.count + 1 - next);
      if (n > 0) return Array.from({ length: n }, (_, i) => next + i);
      if (n === 0 && !this.wait()) return [];
    }
  }

  /** Takes some of so many, from the first one on. 0: there are none; -1: another thread was quicker. */
  private claim(what: number, first: number, there: number): number {
    if (there <= 0) return 0;
    const n = Math.min(CHUNK, Math.ceil(there / (2 * this.control[THREADS])));
    return Atomics.compareExchange(this.control, what, first, first + n) === first ? n : -1;
  }

  /** Waits until there are more. False: all threads wait, so there will be none; or all should stop. */
  private wait(): boolean {
    const { control, table } = this;
    Atomics.add(control, WAITING, 1);
    for (let looks = 0; !this.isStopped; looks++) {
      if (Atomics.load(control, NEXT) <= table.count) {
        Atomics.sub(control, WAITING, 1);
        return true;
      }
      // Whoever waits adds nothing; and there was nothing when the last one began to wait.
      if (Atomics.load(control, WAITING) === control[THREADS]) return false;
      if (looks < LOOKS) continue;
      Atomics.wait(control, STOP, 0, NAP);
      this.stopInTime();
    }
    return false;
  }
}
