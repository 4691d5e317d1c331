/** Returns a number from 0 to n - 1. */
export type Random = (n: number) => number;

/** The same numbers for the same seed (xorshift). */
export function randomNumbers(seed: number): Random {
  let state = (seed * 2654435761) >>> 0 || 1;
  return (n) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % n;
  };
}
