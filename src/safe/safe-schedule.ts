/** A safe schedule: the automaton of a scheduler, as data for files and for the enforcing library. */
import type { RecordedMove, RecordedState, RecordedTouch } from '../explore/common/step-recorder';
import { Kind, type Label, type ThreadId, type Value } from '../program/label';
import { isCompareExchange } from '../program/rmw';
import { gameOf, type RecordedAction } from './recorded-game';
import { reachable, type Permitted } from './safety-game';
import { schedulerOf, type Scheduler } from './scheduler';

/** The version of the format. */
export const SCHEDULE_VERSION = 2;

/** `unknown`: no scheduler was found, and not all was explored. */
export type SafeVerdict = 'safe' | 'partially safe' | 'unsafe' | 'unknown';

/** An event as the enforcing library recognises it. */
export interface ScheduledEvent {
  readonly kind: string;
  /** The call site and the object, as distances from the beginning of the executable; null: not in it. */
  readonly site: number | null;
  readonly object: number | null;
  /** Of a store: what is written. Of a choice: how many values there are. Null: not compared. */
  readonly operand: number | null;
  /** For people. */
  readonly text: string;
  readonly place: string;
}

/** What a step touches: which steps must not be exchanged with it (needs.ts). Locations and objects are numbers. */
export interface Effect {
  /** The object of the event; null: none. */
  readonly object: number | null;
  /** May the event change it? */
  readonly writes: boolean;
  /**
   * What follows the event: a thread that does something, the location that it accesses (-1: none), 1 where it changes
   * that.
   */
  readonly follows: readonly (readonly [thread: ThreadId, location: number, writes: 0 | 1])[];
  /** Does a thread change something, so that a loop with the step is no waiting? */
  readonly changes: boolean;
}

/** A thread may go: it performs the event, which returns `value`, or to[i] for the input i. */
export interface ScheduledMove {
  readonly thread: ThreadId;
  readonly event: number;
  /** What the event returns; null: not compared. */
  readonly value: number | null;
  readonly to: readonly number[];
  /** By input. */
  readonly effects: readonly number[];
}

/** A state of the automaton. */
export interface ScheduledState {
  readonly go: readonly ScheduledMove[];
  /** Threads that may not go although they could, or that wait, with the event. */
  readonly wait: readonly { readonly thread: ThreadId; readonly event: number }[];
}

/** The automaton. Its first state is 0. */
export interface Automaton {
  readonly events: readonly ScheduledEvent[];
  readonly effects: readonly Effect[];
  readonly states: readonly ScheduledState[];
}

/** What a recording says about its program. */
export interface Extracted {
  readonly verdict: SafeVerdict;
  readonly scheduler: Scheduler;
  /** What the scheduler avoids: why states are bad, each once. */
  readonly avoided: readonly string[];
  /** How many states were found. */
  readonly found: number;
}

/**
 * The scheduler of what was recorded. `before`: what goes wrong before the first state. `complete`: was all
 * explored? `weak`: has the program executions that are no interleavings, which were not explored?
 */
export function extract(
  states: readonly (RecordedState | undefined)[],
  before: string | undefined,
  complete: boolean,
  weak: boolean,
): Extracted {
  const game = gameOf(states, { left: true, unexplored: false });
  const lenient = schedulerOf(game, 0);
  // Until the program really exits, threads that wait for ever are a deadlock.
  const waits = states.some((state) => state !== undefined && state.end && state.pending.length > 0);
  const strict = waits ? schedulerOf(gameOf(states, { left: false, unexplored: false }), 0) : lenient;
  const scheduler = strict.exists ? strict : lenient;
  const entered = states.filter((state) => state !== undefined);
  const reasons = [before, ...entered.flatMap(({ why, moves }) => [why, ...moves.map((move) => move.why)])];
  const avoided = [...new Set(reasons.filter((why) => why !== undefined))];
  const isKnown = complete && !states.slice(1).includes(undefined);
  const found = Math.max(states.length - 1, 0);
  const isAll =
    lenient.exists && game.every(({ actions }, state) => lenient.permitted[state].length === actions.length);
  let verdict: SafeVerdict;
  if (scheduler.exists) verdict = isKnown && !weak && avoided.length === 0 && isAll ? 'safe' : 'partially safe';
  else
    verdict =
      schedulerOf(gameOf(states, { left: true, unexplored: true }), 0).exists && !isKnown ? 'unknown' : 'unsafe';
  return { verdict, scheduler, avoided, found };
}

/** Describes a label as an event of a schedule. */
export type DescribeEvent = (label: Label) => ScheduledEvent;

/** The automaton of the scheduler, on the states that it reaches. */
export function automatonOf(
  states: readonly (RecordedState | undefined)[],
  permitted: Permitted,
  describe: DescribeEvent,
): Automaton {
  const reached = reachable(permitted, 0);
  const numbers = new Map<number, number>();
  reached.forEach((is, state) => {
    if (is === 1) numbers.set(state, numbers.size);
  });
  const events = new Numbered<ScheduledEvent>();
  const effects = new Numbered<Effect>();
  // Threads at one place have one label in many states, and to describe it takes long.
  const byLabel = new Map<Label, number>();
  const eventOf = (label: Label): number => {
    let event = byLabel.get(label);
    if (event === undefined) byLabel.set(label, (event = events.numberOf(describe(label))));
    return event;
  };
  const automaton = [...numbers.keys()].map((state) => {
    const { moves, pending } = states[state + 1]!;
    const actions = permitted[state] as readonly RecordedAction[];
    const go = actions.map((action) => ({
      thread: action.thread,
      event: eventOf(action.moves[0].label),
      value: valueOf(action.moves[0].label, action.moves[0].value),
      to: action.to.map((next) => numbers.get(next)!),
      effects: action.moves.map((move) => effects.numberOf(effectOf(move))),
    }));
    const stands = new Set([...moves.map(({ thread }) => thread), ...pending.filter(isMet).map((p) => p.thread)]);
    const wait = pending
      .filter(({ thread }) => stands.has(thread) && !actions.some((action) => action.thread === thread))
      .map(({ thread, label }) => ({ thread, event: eventOf(label) }));
    return { go, wait };
  });
  return { events: events.all, effects: effects.all, states: automaton };
}

/** Numbers for data; equal ones have the same. */
class Numbered<T> {
  readonly all: T[] = [];
  private readonly known = new Map<string, number>();

  numberOf(data: T): number {
    const key = JSON.stringify(data);
    let number = this.known.get(key);
    if (number === undefined) this.known.set(key, (number = this.all.push(data) - 1));
    return number;
  }
}

function effectOf({ label, touches, kinds }: RecordedMove): Effect {
  const [first, ...rest] = touches;
  return {
    object: label.loc < 0 ? null : label.loc,
    // A step that was not recorded further, as it is never permitted.
    writes: (first as RecordedTouch | undefined)?.writes ?? true,
    follows: rest.map(({ thread, loc, writes }) => [thread, loc, writes ? 1 : 0] as const),
    changes: [...kinds.values()].includes('changes'),
  };
}

/**
 * Does the enforcing library meet the event? Joins take place by themselves. A thread that waits on a condition
 * variable comes to lock the mutex again (runtime/safe-schedule/mutex.c).
 */
function isMet({ label: { kind } }: { readonly label: Label }): boolean {
  return ![Kind.Join, Kind.BarrierLeave, Kind.PlainRead, Kind.FutexAwait].includes(kind);
}

/** What the event returns, where it is the same in each process: addresses are not. */
function valueOf(l: Label, value: Value | undefined): number | null {
  if (l.kind === Kind.Choose || value === undefined) return null;
  return comparable(value);
}

/** The largest value that is compared: those above may be addresses. */
const MAX_NUMBER = 2 ** 31 - 1;

/** The value, if it cannot be an address. */
export function comparable(value: Value): number | null {
  return typeof value === 'number' && value <= MAX_NUMBER ? value : null;
}

/** What the label's operand is compared with. */
export function operandOf(l: Label): number | null {
  if (l.kind === Kind.Choose) return Number(l.value);
  if (l.kind === Kind.Store || (l.kind === Kind.Rmw && !isCompareExchange(l))) return comparable(l.value);
  return null;
}
