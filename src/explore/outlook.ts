/**
 * Whether a search will explore only a small part in its time: then executions that are chosen by chance tell more than
 * those that the search comes to first.
 */

/** The part of its time after which the estimate of what was explored is asked. */
const EARLY = 0.05;
/** The largest part explored in the end that counts as small. Estimates are mostly too low, by a large factor. */
const SMALL_PART = 0.01;
/** Milliseconds between two looks. */
const BETWEEN = 100;

export class Outlook {
  private readonly begun: number;
  private readonly before: number;
  private next: number;
  private small = false;

  /**
   * `limit`: the search's time in milliseconds; `explored`: its estimate of the fraction that was explored, from 0 to
   * 1; undefined: unknown.
   */
  constructor(
    private readonly limit: number,
    private readonly explored: () => number | undefined,
    private readonly now: () => number = Date.now,
  ) {
    this.begun = now();
    this.before = explored() ?? 0;
    this.next = this.begun + EARLY * limit;
  }

  /** Will only a small part have been explored when the time is over, as it looks now? */
  isSmall(): boolean {
    const now = this.now();
    if (now < this.next) return this.small;
    this.next = now + BETWEEN;
    const explored = this.explored();
    if (explored === undefined) return (this.small = false);
    const inTheEnd = this.before + ((explored - this.before) * this.limit) / (now - this.begun);
    return (this.small = inTheEnd < SMALL_PART);
  }
}
