/** The way through an automaton (turns.ts), divided into sections: sequences of steps without a choice. */
import { DristaError } from '../base/errors';
import type { ThreadId } from '../program/label';
import type { Automaton, Effect } from './safe-schedule';
import { firstPlace, Turns, type WayPoint } from './turns';

/** A step of a section. */
export interface SectionStep {
  readonly thread: ThreadId;
  readonly event: number;
  readonly value: number | null;
  readonly effect: Effect;
}

/** What comes after the steps of a section. */
export enum Then {
  /** The program ends. */
  End = 0,
  /** The same steps again. */
  Again = 1,
  /** Another section. */
  Section = 2,
  /** The section that the input of the last step chooses. */
  Choice = 3,
}

export interface ScheduleSection {
  readonly steps: readonly SectionStep[];
  readonly then: Then;
  /** Numbers of sections. */
  readonly next: readonly number[];
  /** Where the section ends or begins again: events before which threads wait for ever. */
  readonly waits: ReadonlyMap<ThreadId, number>;
}

/** The most steps of all sections. */
const MAX_STEPS = 1_000_000;
/** More than so many steps are not taken for the sake of many events in a row: they take about a megabyte. */
const MANY_STEPS = 50_000;

/**
 * The sections; the first one is 0. `rows`: how many events a thread has in a row, if it may: the first of these
 * numbers with which there are not many steps, or the last one. Throws a DristaError if there are too many steps then.
 */
export function sectionsOf(
  automaton: Pick<Automaton, 'states' | 'effects'>,
  rows: readonly number[],
): ScheduleSection[] {
  for (const [i, row] of rows.entries()) {
    const sections = sectionsWithin(automaton, row, i < rows.length - 1 ? MANY_STEPS : MAX_STEPS);
    if (sections !== undefined) return sections;
  }
  throw new DristaError(`the schedule takes more than ${MAX_STEPS} steps until it repeats itself: use \`--opt 0\``);
}

/** Undefined: there are more than `most` steps. */
function sectionsWithin(
  automaton: Pick<Automaton, 'states' | 'effects'>,
  row: number,
  most: number,
): ScheduleSection[] | undefined {
  const turns = new Turns(automaton, row);
  const sections: ScheduleSection[] = [];
  const numbers = new Map<string, number>();
  const open: { readonly number: number; readonly place: WayPoint }[] = [];
  const numberOf = (place: WayPoint): number => {
    const key = keyOf(place);
    let number = numbers.get(key);
    if (number === undefined) {
      numbers.set(key, (number = sections.push(empty) - 1));
      open.push({ number, place });
    }
    return number;
  };
  numberOf(firstPlace);
  let total = 0;
  for (const { number, place } of open) {
    const { steps, section, loop } = follow(automaton, turns, place, numberOf, most - total);
    total += steps.length;
    if (total > most) return undefined;
    if (loop === undefined) {
      sections[number] = section;
      continue;
    }
    // The loop is run once before it counts as one, so that no access from before it is under way any more.
    const again = sections.push({ ...section, steps: steps.slice(loop), then: Then.Again }) - 1;
    sections[number] = { ...section, then: Then.Section, next: [again] };
  }
  return sections;
}

const empty: ScheduleSection = { steps: [], then: Then.End, next: [], waits: new Map() };

const keyOf = ({ state, turn, used }: WayPoint): string => `${state} ${turn} ${used}`;

interface Followed {
  readonly steps: readonly SectionStep[];
  readonly section: ScheduleSection;
  /** Where the steps go on after the last one; undefined: they do not. */
  readonly loop: number | undefined;
}

/** The steps from the place on, or a few more than `most` of them. */
function follow(
  { states, effects }: Pick<Automaton, 'states' | 'effects'>,
  turns: Turns,
  first: WayPoint,
  numberOf: (place: WayPoint) => number,
  most: number,
): Followed {
  const steps: SectionStep[] = [];
  const seen = new Map<string, number>();
  const done = (then: Then, next: number[], state: number, loop?: number): Followed => {
    const waits = new Map(states[state].wait.map(({ thread, event }) => [thread, event]));
    return { steps, section: { steps, then, next, waits }, loop };
  };
  for (let place = first; ;) {
    const key = keyOf(place);
    const loop = seen.get(key);
    if (loop !== undefined) return done(Then.Section, [], place.state, loop);
    seen.set(key, steps.length);
    const taken = turns.next(place);
    if (taken === undefined) return done(Then.End, [], place.state);
    const { thread, event, value, effects: by } = taken.move;
    steps.push({ thread, event, value, effect: effects[by[0]] });
    if (steps.length > most) return done(Then.End, [], place.state);
    if (taken.to.length > 1) return done(Then.Choice, taken.to.map(numberOf), place.state);
    [place] = taken.to;
  }
}
