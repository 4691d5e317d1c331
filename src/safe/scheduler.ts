/**
 * The most permissive scheduler that is safe and fair.
 *
 * Fair: each thread that can act infinitely often acts infinitely often (strong fairness). The scheduler picks any
 * permitted thread, each again and again, and each input comes again and again; so an execution that does not end
 * stays, from some point on, in a component of the permitted graph that no permitted action leaves, and takes all of
 * its actions. The component is fair if each thread that can act in one of its states acts in it, and if not all
 * threads wait in it. From one that is not fair the scheduler is confined to the largest end components in it that
 * are (Streett's condition on end components: Baier and Katoen, _Principles of model checking_, 10.6). If there are
 * none, its states are avoided, and the game is solved again.
 */
import type { ThreadId } from '../program/label';
import { components, endComponents, type EndComponent } from './end-components';
import {
  permittedIn,
  reachable,
  safeStates,
  type Action,
  type Game,
  type Permitted,
  type StateSet,
} from './safety-game';

/** Why states had to be avoided: these threads would wait for ever in them; none: all threads would go round. */
export interface Unfair {
  readonly threads: readonly ThreadId[];
  /** One of the states. */
  readonly state: number;
}

/** What the scheduler permits. */
export interface Scheduler {
  /** Is there one at all: is the first state inside? */
  readonly exists: boolean;
  readonly inside: StateSet;
  readonly permitted: Permitted;
  readonly unfair: readonly Unfair[];
}

/** The scheduler of the game from the first state. */
export function schedulerOf(game: Game, first: number): Scheduler {
  const avoided = new Uint8Array(game.length);
  const unfair: Unfair[] = [];
  for (;;) {
    const inside = safeStates(game, avoided);
    if (inside[first] !== 1) return { exists: false, inside, permitted: game.map(() => []), unfair };
    const permitted = permittedIn(game, inside);
    const confined = confine(game, permitted, reachable(permitted, first), avoided, unfair);
    if (confined !== undefined) return { exists: true, inside, permitted: confined, unfair };
  }
}

/** The permitted actions, as far as they are fair; undefined: more states have to be avoided. */
function confine(
  game: Game,
  permitted: Permitted,
  reached: StateSet,
  avoided: StateSet,
  unfair: Unfair[],
): Permitted | undefined {
  const actions: EndComponent = new Map(
    permitted.flatMap((all, state) => (reached[state] === 1 ? [[state, all]] : [])),
  );
  const result = [...permitted];
  let isFair = true;
  for (const members of components(actions)) {
    const part: EndComponent = new Map(members.map((state) => [state, actions.get(state)!]));
    if (!stays(part)) continue;
    const threads = starvedIn(game, part);
    if (threads.length === 0 && (isLive(part) || members.some((state) => game[state].end))) continue;
    const parts = fairParts(game, part);
    for (const fair of parts) for (const [state, all] of fair) result[state] = all;
    if (parts.length > 0) continue;
    isFair = false;
    unfair.push({ threads, state: members[0] });
    for (const state of members) avoided[state] = 1;
  }
  return isFair ? result : undefined;
}

/** Does no action leave the states? */
function stays(part: EndComponent): boolean {
  for (const all of part.values()) for (const { to } of all) if (to.some((next) => !part.has(next))) return false;
  return true;
}

/** The largest end components in the one given that are fair. */
function fairParts(game: Game, part: EndComponent): EndComponent[] {
  const starved = new Set(starvedIn(game, part));
  if (starved.size === 0) return isLive(part) ? [part] : liveParts(game, part);
  const rest = [...part].filter(([state]) => !game[state].actions.some(({ thread }) => starved.has(thread)));
  return endComponents(new Map(rest)).flatMap((inner) => fairParts(game, inner));
}

/** In a component in which all threads wait: a part in which one that takes locks does not look at anything. */
function liveParts(game: Game, part: EndComponent): EndComponent[] {
  for (const thread of threadsThat(part, 'locks')) {
    const looks = ({ kinds }: Action): boolean => kinds.some((step) => step.get(thread) === 'looks');
    const rest = new Map([...part].map(([state, all]) => [state, all.filter((action) => !looks(action))]));
    const found = endComponents(rest).flatMap((inner) => fairParts(game, inner));
    if (found.length > 0) return found;
  }
  return [];
}

/** Threads that can act in one of the states, but by none of the actions. */
function starvedIn(game: Game, part: EndComponent): ThreadId[] {
  const able = new Set<ThreadId>();
  const acting = new Set<ThreadId>();
  for (const [state, all] of part) {
    for (const { thread } of game[state].actions) able.add(thread);
    for (const { thread } of all) acting.add(thread);
  }
  return [...able].filter((thread) => !acting.has(thread)).sort((a, b) => a - b);
}

/** Does some thread do more than wait: does it change something, or take locks without looking at anything? */
function isLive(part: EndComponent): boolean {
  const looking = threadsThat(part, 'looks');
  return threadsThat(part, 'changes').size > 0 || [...threadsThat(part, 'locks')].some((t) => !looking.has(t));
}

/** The threads that do this in one of the steps. */
function threadsThat(part: EndComponent, does: 'changes' | 'looks' | 'locks'): Set<ThreadId> {
  const threads = new Set<ThreadId>();
  for (const all of part.values())
    for (const { kinds } of all)
      for (const step of kinds) for (const [thread, kind] of step) if (kind === does) threads.add(thread);
  return threads;
}
