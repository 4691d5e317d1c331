/**
 * The states that were found, how each was reached first, and the steps between them. Nothing of an execution is kept:
 * a state is reached again by the moves that lead to it.
 */
import { type DataOf, dataOf, giveData } from '../../../../base/durable';
import type { LocationId, ThreadId } from '../../../../program/label';
import { PairLists } from '../../../store/pair-lists';

/**
 * What a step does. `changes`: something that others may see. `sleeps`: the thread goes to sleep, or another one has
 * woken it, which has changed that. `looks`: nothing, but it may find something else another time. `locks`: it takes a
 * lock, or gives back what it took, and would do so whatever others did.
 */
export type StepKind = 'changes' | 'sleeps' | 'looks' | 'locks';

/** From the strongest on. */
const strength: readonly StepKind[] = ['changes', 'sleeps', 'looks', 'locks'];

/** By thread: what it did in a step; a step of one thread may let others go on. */
export type StepKinds = ReadonlyMap<ThreadId, StepKind>;

/** A thread takes (1) a unit of a semaphore, or gives one (-1). */
export interface Units {
  readonly thread: ThreadId;
  readonly semaphore: LocationId;
  readonly change: number;
}

/** What threads did in a step. */
export interface StepEffects {
  readonly kinds: StepKinds;
  readonly units: readonly Units[];
  /** The kinds for threads of which it is known that they give back the units that they take, as with locks. */
  readonly givingBack: StepKinds;
  /** Has a compare-exchange failed spuriously? None does so for ever. */
  readonly spurious: boolean;
}

/** The thread performs its next event in the way of that number (moves.ts). */
export interface StateMove {
  readonly thread: ThreadId;
  readonly choice: number;
}

/** A step to a state; `did`: the number of what threads did in it. */
export interface Edge {
  readonly to: number;
  readonly did: number;
}

/** States are numbers from 1, in the order in which they were found. */
export class StateGraph {
  private readonly found = {
    durable: {
      parents: [0],
      moves: [undefined] as (StateMove | undefined)[],
      /** Does an execution go on from the state, or end there, in a way that is not among the steps? */
      leaving: [false],
      /** By state: the threads that go on from it in such a way. */
      leavers: new Map<number, Set<ThreadId>>(),
      effects: [] as StepEffects[],
      effectNumbers: new Map<string, number>(),
    },
  };
  /** By state: `to` and `did` of its steps. */
  private readonly edges = new PairLists();
  private readonly parts = { found: this.found, edges: this.edges };
  /** By number of effects, and number of those after them: the number of both together. */
  private readonly together: (number[] | undefined)[] = [];

  get durable(): DataOf<typeof this.parts> {
    return dataOf(this.parts);
  }

  set durable(data: DataOf<typeof this.parts>) {
    giveData(this.parts, data);
  }

  /** How many states there are. */
  get count(): number {
    return this.found.durable.parents.length - 1;
  }

  /** All states. */
  get all(): readonly number[] {
    return Array.from({ length: this.count }, (_, i) => i + 1);
  }

  /** The next state, which a move leads to from another one; 0: the first state. */
  add(from: number, move: StateMove | undefined): void {
    this.found.durable.parents.push(from);
    this.found.durable.moves.push(move);
    // Until it has been explored.
    this.found.durable.leaving.push(true);
  }

  /** All that leads from the state is going to be among the steps. */
  expand(state: number): void {
    this.found.durable.leaving[state] = false;
    this.edges.begin(state);
  }

  /** Was `expand` called for it? */
  isExpanded(state: number): boolean {
    return this.edges.has(state);
  }

  /** The thread goes on from the state in a way that is not among the steps: an execution ends there. */
  leaves(state: number, thread: ThreadId): void {
    this.found.durable.leaving[state] = true;
    const leavers = this.found.durable.leavers.get(state);
    if (leavers === undefined) this.found.durable.leavers.set(state, new Set([thread]));
    else leavers.add(thread);
  }

  /** A step from one state to another; `did`: the number of what threads did. */
  step(from: number, to: number, did: number): void {
    this.edges.push(from, to, did);
  }

  /** The states on the way to this one, which is the last. */
  wayTo(state: number): number[] {
    const way: number[] = [];
    for (let at = state; at !== 0; at = this.found.durable.parents[at]) way.push(at);
    return way.reverse();
  }

  /** The move that leads to the state from the one before it; undefined: it is the first. */
  moveTo(state: number): StateMove | undefined {
    return this.found.durable.moves[state];
  }

  /** Does an execution leave the state otherwise than by a step? */
  isLeft(state: number): boolean {
    return this.found.durable.leaving[state];
  }

  /** Where the steps of the state lead. */
  stepsOf(state: number): readonly Edge[] {
    const numbers = this.edges.numbers(state) ?? [];
    const steps: Edge[] = [];
    for (let i = 0; i < numbers.length; i += 2) steps.push({ to: numbers[i], did: numbers[i + 1] });
    return steps;
  }

  /** The threads that do something in a step from the state, or in another way in which an execution goes on. */
  mayActIn(state: number): ThreadId[] {
    const acting = this.stepsOf(state).flatMap((step) => [...this.kindsOf(step).keys()]);
    return [...new Set([...acting, ...this.leaversOf(state)])];
  }

  /** The threads that go on from the state in a way that is not among the steps. */
  leaversOf(state: number): Iterable<ThreadId> {
    return this.found.durable.leavers.get(state) ?? [];
  }

  /** The state from which the state was reached first; 0: it is the first. */
  parentOf(state: number): number {
    return this.found.durable.parents[state];
  }

  /** How many effects have numbers. */
  get effectCount(): number {
    return this.found.durable.effects.length;
  }

  /** What has a number from this one on (`did`). */
  effectsFrom(number: number): readonly StepEffects[] {
    return this.found.durable.effects.slice(number);
  }

  /** What threads did in a step. */
  kindsOf({ did }: Pick<Edge, 'did'>): StepKinds {
    return this.found.durable.effects[did].kinds;
  }

  /** The same, with the units of semaphores. */
  effectsOf({ did }: Pick<Edge, 'did'>): StepEffects {
    return this.found.durable.effects[did];
  }

  /** The number of what threads do in a step (`Edge.did`). */
  did(effects: StepEffects): number {
    let key = '';
    if (effects.spurious) key += 'spurious';
    for (const [thread, kind] of effects.givingBack) key += `${thread}${kind}`;
    for (const { thread, semaphore, change } of effects.units) key += `,${thread},${semaphore},${change}`;
    let number = this.found.durable.effectNumbers.get(key);
    if (number === undefined)
      this.found.durable.effectNumbers.set(key, (number = this.found.durable.effects.push(effects) - 1));
    return number;
  }

  /** The number of what threads do in two steps, of which these are the numbers. */
  didBoth(first: number, second: number): number {
    const after = (this.together[first] ??= []);
    return (after[second] ??= this.did(both(this.found.durable.effects[first], this.found.durable.effects[second])));
  }
}

function both(a: StepEffects, b: StepEffects): StepEffects {
  const units = [...a.units, ...b.units];
  const kinds = strongest(a.kinds, b.kinds);
  const spurious = a.spurious || b.spurious;
  return { kinds, units, spurious, givingBack: units.length === 0 ? kinds : strongest(a.givingBack, b.givingBack) };
}

function strongest(a: StepKinds, b: StepKinds): StepKinds {
  const kinds = new Map(a);
  for (const [thread, kind] of b) kinds.set(thread, stronger(kinds.get(thread), kind));
  return kinds;
}

/** What the thread does that did the one before the other. Undefined: it did nothing before. */
export function stronger(before: StepKind | undefined, kind: StepKind): StepKind {
  return before === undefined || strength.indexOf(kind) < strength.indexOf(before) ? kind : before;
}
