/**
 * The game of a scheduler against the inputs of a program, on its graph of states: in a state the scheduler chooses an
 * action, and the inputs choose which of its successors comes next.
 *
 * After Metzler, Suri, Weissenbacher, _Extracting safe thread schedules from incomplete model checking results_ (STTT
 * 2020), on states in place of an abstract reachability tree.
 */
import type { ThreadId } from '../program/label';

/** A successor that is no state: the program goes wrong, or it is not known what it does. */
export const BAD = -1;

/** What threads do in steps, as far as it matters to whether a loop waits (state-space/steps/step-effects.ts). */
export type ActionKinds = ReadonlyMap<ThreadId, 'changes' | 'looks' | 'locks'>;

/** A way to let a thread go: the scheduler's choice. */
export interface Action {
  readonly thread: ThreadId;
  /** By input: the successor, or BAD. An action without inputs has one. */
  readonly to: readonly number[];
  /** By input: what threads do in the step. */
  readonly kinds: readonly ActionKinds[];
}

/** A state of the game. */
export interface GameState {
  readonly actions: readonly Action[];
  /** Has the program ended? */
  readonly end: boolean;
}

/** Numbers of states index into it. */
export type Game = readonly GameState[];

/** By state: is it in the set? */
export type StateSet = Uint8Array;

/** By state: the actions that the scheduler permits in it; none in states that it avoids. */
export type Permitted = readonly (readonly Action[])[];

/**
 * The largest set of states, without those `avoided`, in which the scheduler can stay whatever the inputs are: a
 * state is removed when every action of it has an input that leads to a removed state. A state without an action stays
 * only where the program ends. Linear in the size of the game.
 */
export function safeStates(game: Game, avoided?: StateSet): StateSet {
  const inside = new Uint8Array(game.length).fill(1);
  const removed: number[] = [];
  const remove = (state: number): void => {
    if (inside[state] === 0) return;
    inside[state] = 0;
    removed.push(state);
  };
  // By state: the actions that lead to it.
  const into: number[][] = game.map(() => []);
  const actions: { readonly state: number; lost: boolean }[] = [];
  const left = game.map(({ actions: all }) => all.length);
  const lose = (action: number): void => {
    const { state, lost } = actions[action];
    if (lost) return;
    actions[action].lost = true;
    if (--left[state] === 0 && !game[state].end) remove(state);
  };
  game.forEach(({ actions: all, end }, state) => {
    for (const { to } of all) {
      const number = actions.push({ state, lost: false }) - 1;
      for (const next of new Set(to)) {
        if (next === BAD) lose(number);
        else into[next].push(number);
      }
    }
    if ((all.length === 0 && !end) || avoided?.[state] === 1) remove(state);
  });
  for (const state of removed) into[state].forEach(lose);
  return inside;
}

/** The actions of each state that stay in the set whatever the inputs are. */
export function permittedIn(game: Game, inside: StateSet): Permitted {
  return game.map(({ actions }, state) =>
    inside[state] === 0 ? [] : actions.filter(({ to }) => to.every((next) => next !== BAD && inside[next] === 1)),
  );
}

/** The states that can be reached from the first one by these actions. */
export function reachable(permitted: Permitted, first: number): StateSet {
  const found = new Uint8Array(permitted.length);
  found[first] = 1;
  const open = [first];
  for (const state of open)
    for (const { to } of permitted[state])
      for (const next of to) {
        if (next === BAD || found[next] === 1) continue;
        found[next] = 1;
        open.push(next);
      }
  return found;
}
