/** Times by which something is to be over, as Date.now() tells them. */

/** The time in so many seconds. */
export function deadlineIn(seconds: number): number {
  return Date.now() + seconds * 1000;
}

/** The seconds until then, but no less than 0.01: a run has to have some time. */
export function secondsUntil(end: number): number {
  return Math.max(0.01, (end - Date.now()) / 1000);
}
