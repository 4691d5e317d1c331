/** Moves of a state as numbers, for memory that threads share. */
import type { StateMove } from '../steps/state-graph';

/** A thread has fewer ways to perform an event. */
const CHOICES = 2 ** 16;

/** The number of the move. */
export function numberOfMove({ thread, choice }: StateMove): number {
  return thread * CHOICES + choice;
}

/** The move of that number. */
export function moveOfNumber(number: number): StateMove {
  return { thread: Math.floor(number / CHOICES), choice: number % CHOICES };
}
