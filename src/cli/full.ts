/** Whether what is known of a program has filled the memory. */

/** Below so many bytes there always is. */
const FEW = 2 ** 25;

let most: number | undefined;

/** Would so many bytes leave too little of this thread's heap for all else? */
export function isFull(bytes: number): boolean {
  if (bytes < FEW) return false;
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- most checks do not need it
  most ??= ((require('node:v8') as typeof import('node:v8')).getHeapStatistics().heap_size_limit * 3) / 4;
  return bytes > most;
}
