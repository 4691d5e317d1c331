/**
 * The moment at which an error is decided: the first decision of its execution after which each sampled continuation
 * has an error. A sample cannot show that there is no other continuation. If all of them have an error after some
 * decisions, they have one after more decisions, too: so the moment is found by bisection.
 */
import type { FoundError, TraceEvent } from '../explore/common/verdict';
import type { ExploreOptions } from '../explore/explore-options';
import { UniformChooser } from '../explore/strategy/walks/chooser';
import { EventPlaces } from '../explore/strategy/walks/event-places';
import { FollowingChooser, type Decided } from '../explore/strategy/walks/following';
import { isReadLike } from '../program/label';
import type { Program } from '../program/program';
import { walkOn } from './following-walks';

export interface DecidedMoment {
  /** Place in the trace of the last of the decisions. */
  readonly event: number;
  /** How many continuations were sampled from there on, and at most as many from just before. */
  readonly samples: number;
}

/** How the sampling is limited. */
export interface SamplingLimits {
  readonly samples: number;
  /** Asked at every state: should the sampling end? */
  readonly isOver: () => boolean;
}

/**
 * The moment at which the error was decided. Undefined: each sampled execution of the program has an error, or not even
 * all that follow the whole execution; or the sampling had to end. Exceptions of the program pass through.
 */
export function decidedMoment(
  error: FoundError,
  program: Program,
  options: ExploreOptions,
  limits: SamplingLimits,
): DecidedMoment | undefined {
  const decisions = decisionsOf(error.trace);
  const fails = (length: number): boolean | undefined =>
    allFail(
      program,
      options,
      decisions.slice(0, length).map(({ decided }) => decided),
      limits,
    );
  let before = 0,
    after = decisions.length;
  if (after === 0 || fails(before) !== false || fails(after) !== true) return undefined;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    const result = fails(middle);
    if (result === undefined) return undefined;
    if (result) after = middle;
    else before = middle;
  }
  return { event: decisions[after - 1].at, samples: limits.samples };
}

/** The events of the trace that return a value, with their places in the trace. */
export function decisionsOf(trace: readonly TraceEvent[]): { readonly at: number; readonly decided: Decided }[] {
  const all = new EventPlaces();
  const places = trace.map((event) => all.add(event));
  return trace.flatMap(({ label, source, value }, at) => {
    if (!isReadLike(label)) return [];
    const from = source === -1 ? 'initial' : places.at(source < 0 ? trace.length : source);
    return [{ at, decided: { ...places[at], source: from, value } }];
  });
}

/** Has each sampled execution that begins with the decisions an error? Undefined: that is not known. */
function allFail(
  program: Program,
  options: ExploreOptions,
  decisions: readonly Decided[],
  { samples, isOver }: SamplingLimits,
): boolean | undefined {
  let failed = 0,
    isGood = false,
    isLost = false;
  // Of the present walk: has it come to an error, or to an end?
  let fails = false,
    ends = false;
  const endWalk = (): void => {
    failed += Number(fails);
    isGood ||= ends && !fails;
    fails = ends = false;
  };
  walkOn(program, options, {
    most: samples,
    chooser: (random) => {
      failed = 0; // the exploration begins, perhaps again
      fails = ends = false;
      const lost = (): void => {
        isLost = true;
      };
      return new FollowingChooser(new UniformChooser(random), decisions, { begins: endWalk, lost });
    },
    onError: () => {
      fails = true;
    },
    onEnd: () => {
      ends = true;
    },
    isOver: () => isGood || isLost || isOver(),
  });
  endWalk();
  if (isLost) return undefined;
  if (isGood) return false;
  return failed >= samples ? true : undefined;
}
