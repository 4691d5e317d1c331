/**
 * The map of causally-happened-before (section 5.2): for the next read of each thread the writes that need not be tried
 * any more, since an earlier branch has. Those of a thread are the ones that come after no later event that waits than
 * the one recorded.
 */
import type { ThreadId } from '../../program/label';

/** A thread that has not begun; that of an initial value. */
const NONE = -2;

export class Accounted {
  static readonly none = new Accounted([]);

  /**
   * By thread of the read, by thread of the write plus one: the index of the last event that waits; -1: only what comes
   * before such events; NONE: nothing.
   */
  private constructor(private readonly map: (readonly number[] | undefined)[]) {}

  /** Another one with the same content, which changes on its own. */
  copy(): Accounted {
    return new Accounted(this.map.slice());
  }

  /** The same after the read of the thread: for its next one nothing is accounted for. */
  without(reader: ThreadId): Accounted {
    const map = this.map.slice();
    map[reader] = undefined;
    return new Accounted(map);
  }

  /** Must a write be tried that comes after the event `guard` of its thread? An initial value is of thread -1. */
  isOpen(reader: ThreadId, writer: ThreadId, guard: number): boolean {
    return (this.map[reader]?.[writer + 1] ?? NONE) < guard;
  }

  /** Accounts for all writes that are there when the threads have come as far as `reached` says. */
  account(reader: ThreadId, reached: readonly (number | undefined)[]): void {
    this.map[reader] = [-1, ...Array.from(reached, (index) => index ?? NONE)];
  }

  /** Accounts for all ways in which an event goes on that reads nothing. */
  all(reader: ThreadId): void {
    this.map[reader] = [-1];
  }
}
