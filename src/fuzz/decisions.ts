/** The first steps of a walk as numbers: the thread that made each, and what it read. */
import type { GraphSearch } from '../explore/strategy/graph-search';
import type { Move } from '../explore/strategy/walks/chooser';

/** How many numbers a decision has: thread; the source's thread and place, or -2 and the value. */
const NUMBERS = 3;
const NO_SOURCE = -2;

/** Decisions, one after the other. */
export type Decisions = readonly number[];

/** How many there are. */
export function lengthOf(decisions: Decisions): number {
  return decisions.length / NUMBERS;
}

/** The first ones. */
export function firstOf(decisions: Decisions, count: number): Decisions {
  return decisions.slice(0, NUMBERS * count);
}

/** The move as a decision. */
export function decisionOf({ pending: { thread }, choice: [{ source, read }] }: Move): Decisions {
  // Values of choices are small numbers.
  return source === null ? [thread, NO_SOURCE, Number(read)] : [thread, source.thread, source.index];
}

/** The move of decision number `at`; undefined: the state does not offer it. */
export function moveOf(decisions: Decisions, at: number, state: GraphSearch): Move | undefined {
  const wanted = decisions.slice(NUMBERS * at, NUMBERS * (at + 1));
  if (wanted.length === 0) return undefined;
  const pending = state.pendingOf(wanted[0]);
  if (pending === undefined) return undefined;
  const choice = state
    .choices(pending)
    .find((c) => decisionOf({ pending, choice: c }).every((n, i) => n === wanted[i]));
  return choice === undefined ? undefined : { pending, choice };
}
