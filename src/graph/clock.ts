/**
 * Vector clocks. clock[t] is how many events of thread t happen before or are the event that carries it;
 * a missing entry is 0. Clocks are never changed after they were made, so events share them.
 */
export type Clock = readonly number[];

export const noClock: Clock = [];

/** The least clock above both; one of the two where that suffices. */
export function join(a: Clock, b: Clock): Clock {
  if (a === b || b.length === 0) return a;
  if (a.length === 0) return b;
  let i = 0;
  while (i < b.length && i < a.length && b[i] <= a[i]) i++;
  if (i === b.length) return a;
  const c = a.slice();
  for (; i < b.length; i++) if (i >= c.length || b[i] > c[i]) c[i] = b[i];
  return c;
}

/** The clock with thread t's entry set to n; entries between are filled with 0. */
export function withEntry(a: Clock, t: number, n: number): Clock {
  const c = a.slice();
  while (c.length < t) c.push(0);
  c[t] = n;
  return c;
}

/** How many events of thread t the clock covers. */
export function entry(a: Clock, t: number): number {
  return t < a.length ? a[t] : 0;
}

/**
 * The clocks of an event. A model adds what its rules need in a subtype. Clocks are immutable, so events share them: an
 * event that synchronises with nothing has those of the event before it in program order.
 */
export interface EventClocks {
  /** Events of other threads that happen before. The entry of the event's own thread does not count. */
  readonly before: Clock;
  /** The part of `before` that follows from thread creation and joining alone. */
  readonly fork: Clock;
}
