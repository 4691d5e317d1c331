/**
 * A shorter input with which a program has the same error: parts of the input are left out, large ones first (Zeller
 * and Hildebrandt, Simplifying and isolating failure-inducing input, TSE 2002). With each candidate a few walks begin
 * with the decisions of the known execution, as far as that is possible.
 */
import type { FoundError } from '../explore/common/verdict';
import type { ExploreOptions } from '../explore/explore-options';
import { FollowingChooser } from '../explore/strategy/walks/following';
import { Portfolio } from '../explore/strategy/walks/portfolio';
import type { Program } from '../program/program';
import { decisionsOf } from './decided';
import { walkOn } from './following-walks';
import { placesOf } from './shorter-search';

/** Walks with each candidate. */
const WALKS = 4;

/** A program that takes an input. */
export interface WithInput {
  readonly program: Program;
  /** Forgets what is known; all runs to come have the input. */
  restartWith(input: Uint8Array): void;
  readonly options: ExploreOptions;
  /** Asked at every state: should the search end? */
  readonly isOver: () => boolean;
}

/** An execution with an error, and the input that leads to it. */
export interface Failing {
  readonly error: FoundError;
  readonly input: Uint8Array;
}

/** The shortest failing input that is found, with its execution. Exceptions of the program pass through. */
export function shorterInput(failing: Failing, known: WithInput): Failing {
  let best = failing;
  for (let size = Math.ceil(failing.input.length / 2); size >= 1 && !known.isOver(); size = Math.floor(size / 2))
    for (let at = 0; at < best.input.length && !known.isOver();) {
      const input = Uint8Array.from([...best.input.subarray(0, at), ...best.input.subarray(at + size)]);
      const error = sameErrorWith(input, best.error, known);
      if (error === undefined) at += size;
      else best = { error, input };
    }
  return best;
}

/** An execution with the input that has the error; undefined: none was found. */
function sameErrorWith(
  input: Uint8Array,
  error: FoundError,
  { program, restartWith, options, isOver }: WithInput,
): FoundError | undefined {
  const wanted = placesOf(error, program);
  const decisions = decisionsOf(error.trace).map(({ decided }) => decided);
  let found: FoundError | undefined;
  restartWith(input);
  const follower = { begins: () => undefined, lost: () => undefined };
  walkOn(program, options, {
    most: WALKS,
    chooser: (random) => new FollowingChooser(new Portfolio(random), decisions, follower),
    onError: (e) => {
      if (placesOf(e, program) === wanted) found ??= e;
    },
    isOver: () => found !== undefined || isOver(),
  });
  return found;
}
