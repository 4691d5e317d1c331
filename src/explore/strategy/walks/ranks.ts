/**
 * Ranks of threads and events, which a walk and the runtime compute alike (runtime/core/policy.c): the thread with the
 * highest one goes first. So the run that the walk begins with goes on as the walk will, and shows all of it.
 */
import type { ThreadId } from '../../../program/label';
import type { RandomNumbers } from '../random-numbers';

/** Added to the seed for the ranks of writes that take effect: the runtime performs these at once. */
export const EFFECTS = 0x5bd1e995;

/** The seed of a walk's ranks. */
export function drawSeed(random: RandomNumbers): number {
  return random.below(2 ** 32);
}

/** The rank of a thread that has drawn one so often: a random number of 32 bits. */
export function rankOf(seed: number, thread: ThreadId, draw: number): number {
  // The finaliser of MurmurHash3 (Appleby, public domain), over the three numbers.
  let h = seed ^ Math.imul(thread + 1, 0x9e3779b1) ^ Math.imul(draw, 0x85ebca77);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
