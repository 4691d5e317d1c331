/** Whether the heap has room for more of what is known of a program. */

/** For so many bytes there is always room. */
const FEW = 2 ** 25;

let most: number | undefined;

/** Do so many bytes leave enough of this thread's heap for all else? */
export function hasRoom(bytes: number): boolean {
  if (bytes < FEW) return true;
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- most checks do not need it
  most ??= ((require('node:v8') as typeof import('node:v8')).getHeapStatistics().heap_size_limit * 3) / 4;
  return bytes <= most;
}
