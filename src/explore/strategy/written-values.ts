/** The values that writes of each location have, and the threads that write them. */
import type { LocationId, ThreadId, Value } from '../../program/label';

export class WrittenValues {
  private readonly threads = new Map<LocationId, Map<Value, Set<ThreadId>>>();
  /** How many there are: location, value and thread. */
  size = 0;

  constructor(known: readonly (readonly [LocationId, Value, ThreadId])[]) {
    for (const [loc, value, thread] of known) this.add(loc, value, thread);
  }

  /** Adds a value that a write of the thread has. */
  add(loc: LocationId, value: Value, thread: ThreadId): void {
    let values = this.threads.get(loc);
    if (values === undefined) this.threads.set(loc, (values = new Map<Value, Set<ThreadId>>()));
    let threads = values.get(value);
    if (threads === undefined) values.set(value, (threads = new Set()));
    if (threads.has(thread)) return;
    threads.add(thread);
    this.size++;
  }

  /** The values of the location that some thread writes, but for this one. */
  of(loc: LocationId, but: ThreadId = -1): Value[] {
    const values = [...(this.threads.get(loc) ?? [])];
    return values.filter(([, threads]) => [...threads].some((t) => t !== but)).map(([value]) => value);
  }

  /** All of them, as data. */
  get all(): [LocationId, Value, ThreadId][] {
    return [...this.threads].flatMap(([loc, values]) =>
      [...values].flatMap(([value, threads]) =>
        [...threads].map((t): [LocationId, Value, ThreadId] => [loc, value, t]),
      ),
    );
  }
}
