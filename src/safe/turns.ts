/**
 * One way through the automaton of a schedule that treats all threads fairly: the next step of each state, by turns of
 * the threads. It branches at inputs only.
 *
 * Where executions may stay for ever (components that no move leaves), all threads that move there take turns, and so
 * does the first of the steps that change something, if there are any: the schedule has made sure that this is fair,
 * and no waiting (scheduler.ts). A thread whose turn it is goes as soon as it may; until then the others take the
 * shortest way to a state in which it may. Elsewhere the way to such a component, or to the end, is the shortest where
 * it might otherwise go round for ever.
 */
import type { ThreadId } from '../program/label';
import { components, type EndComponent } from './end-components';
import type { Automaton, ScheduledMove } from './safe-schedule';

/** Where the way is: a state, whose turn it is, and how many events in a row the thread has had. */
export interface WayPoint {
  readonly state: number;
  readonly turn: number;
  readonly used: number;
}

export const firstPlace: WayPoint = { state: 0, turn: 0, used: 0 };

/** A step of the way, and the place that follows, by input. */
export interface WayStep {
  readonly move: ScheduledMove;
  readonly to: readonly WayPoint[];
}

/** In a component: any step that changes something. */
const CHANGES = -1;
type Turn = ThreadId | typeof CHANGES;

interface Component {
  readonly states: readonly number[];
  /** Whose turns there are; none: the component is left. */
  readonly turns: readonly Turn[];
}

export class Turns {
  /** By state. */
  private readonly components: Component[] = [];
  /** By state: how many steps it is away from where executions may stay. */
  private readonly away: Float64Array;
  /** By component and turn: by state, how many steps it is away from a state in which it is taken. */
  private readonly distances = new Map<Component, Map<Turn, Map<number, number>>>();
  private readonly before: number[][];
  private readonly threads: readonly ThreadId[];

  /** `most`: how many events a thread has in a row, if it may. */
  constructor(
    private readonly automaton: Pick<Automaton, 'states' | 'effects'>,
    private readonly most: number,
  ) {
    const { states } = automaton;
    this.before = states.map(() => []);
    states.forEach(({ go }, state) => {
      for (const { to } of go) for (const next of to) this.before[next].push(state);
    });
    this.threads = [...new Set(states.flatMap(({ go }) => go.map(({ thread }) => thread)))].sort((a, b) => a - b);
    const actions: EndComponent = new Map(
      states.map(({ go }, state) => [state, go.map(({ thread, to }) => ({ thread, to, kinds: [] }))]),
    );
    for (const members of components(actions)) {
      const component = this.componentOf(members);
      for (const state of members) this.components[state] = component;
    }
    const stays = states.flatMap(({ go }, s) => (go.length === 0 || this.components[s].turns.length > 0 ? [s] : []));
    const away = this.distancesTo(stays, () => true);
    this.away = Float64Array.from(states, (_, state) => away.get(state) ?? Infinity);
  }

  /** The step from the place; undefined: the program ends there. */
  next({ state, turn, used }: WayPoint): WayStep | undefined {
    const { go } = this.automaton.states[state];
    if (go.length === 0) return undefined;
    const component = this.components[state];
    if (component.turns.length === 0) return this.onwards(state, turn);
    const { turns } = component;
    // The place may come from another component.
    let at = turn % turns.length;
    let had = used;
    for (let i = 0; i <= turns.length; i++) {
      const move = this.movesOf(state, turns[at])[0] as ScheduledMove | undefined;
      if (move !== undefined) {
        const ends = turns[at] === CHANGES || had + 1 >= this.most;
        return taken(move, ends ? (at + 1) % turns.length : at, ends ? 0 : had + 1);
      }
      if (had === 0) break;
      at = (at + 1) % turns.length;
      had = 0;
    }
    return taken(this.nearest(go, this.distancesIn(component, turns[at])), at, 0);
  }

  /** A step where executions cannot stay. */
  private onwards(state: number, turn: number): WayStep {
    const { go } = this.automaton.states[state];
    const { threads } = this;
    if (this.components[state].states.length > 1 || go.some(({ to }) => to.includes(state)))
      return taken(this.nearest(go, this.away), turn, 0);
    for (let i = 0; ; i++) {
      const at = (turn + i) % threads.length;
      const move = go.find(({ thread }) => thread === threads[at]);
      if (move !== undefined) return taken(move, (at + (this.most > 1 ? 0 : 1)) % threads.length, 0);
    }
  }

  private nearest(go: readonly ScheduledMove[], distance: Float64Array | ReadonlyMap<number, number>): ScheduledMove {
    const of = (next: number): number =>
      (distance instanceof Float64Array ? distance[next] : distance.get(next)) ?? Infinity;
    const costs = go.map(({ to }) => Math.min(...to.map(of)));
    return go[costs.indexOf(Math.min(...costs))];
  }

  private movesOf(state: number, turn: Turn): ScheduledMove[] {
    const { go } = this.automaton.states[state];
    return go.filter(({ thread, effects }) =>
      turn === CHANGES ? effects.some((e) => this.automaton.effects[e].changes) : thread === turn,
    );
  }

  private componentOf(members: readonly number[]): Component {
    const { states } = this.automaton;
    const inside = new Set(members);
    const moves = members.flatMap((state) => states[state].go);
    const stays = moves.length > 0 && moves.every(({ to }) => to.every((next) => inside.has(next)));
    if (!stays) return { states: members, turns: [] };
    const threads = [...new Set(moves.map(({ thread }) => thread))].sort((a, b) => a - b);
    const changes = members.some((state) => this.movesOf(state, CHANGES).length > 0);
    return { states: members, turns: changes ? [...threads, CHANGES] : threads };
  }

  private distancesIn(component: Component, turn: Turn): ReadonlyMap<number, number> {
    const all = this.distances.get(component) ?? new Map<Turn, Map<number, number>>();
    this.distances.set(component, all);
    let found = all.get(turn);
    if (found === undefined) {
      const targets = component.states.filter((state) => this.movesOf(state, turn).length > 0);
      found = this.distancesTo(targets, (state) => this.components[state] === component);
      all.set(turn, found);
    }
    return found;
  }

  private distancesTo(targets: readonly number[], isInside: (state: number) => boolean): Map<number, number> {
    const found = new Map(targets.map((state) => [state, 0]));
    for (const [state, distance] of found)
      for (const previous of this.before[state])
        if (!found.has(previous) && isInside(previous)) found.set(previous, distance + 1);
    return found;
  }
}

function taken(move: ScheduledMove, turn: number, used: number): WayStep {
  return { move, to: move.to.map((state) => ({ state, turn, used })) };
}
