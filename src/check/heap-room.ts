/** Whether the heap has room for more knowledge of a program. */

/** History trees up to this size are always allowed. */
const FEW = 2 ** 25;

let most: number | undefined;

/** Does this thread's heap have room for history trees of so many bytes? */
export function hasRoom(bytes: number): boolean {
  if (bytes < FEW) return true;
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- most checks do not need it
  most ??= ((require('node:v8') as typeof import('node:v8')).getHeapStatistics().heap_size_limit * 3) / 4;
  return bytes <= most;
}
