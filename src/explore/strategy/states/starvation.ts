/**
 * Threads that may starve (--check-progress): there is a fair execution (fair-components.ts) in which, from some state
 * on, the thread only waits, while others go on. It waits if it is blocked, or if it goes round and changes nothing
 * (waiting-places.ts). Others go on if one of them does something in the execution and does not wait. A thread that
 * waits for the end of another one does not starve: the other one does, or goes on.
 */
import { Kind, type ThreadId } from '../../../program/label';
import type { ExecutionGraph } from '../../../graph/graph';
import type { Pending } from '../../extend/extender';
import { fairComponents, type FairComponent } from './fair-components';
import type { Futures } from './reduction';
import type { StateGraph, StepKinds } from './state-graph';
import { placesOf, WaitingPlaces, type WaitingPlacesCheckpoint } from './waiting-places';

export interface Starvation {
  readonly thread: ThreadId;
  readonly component: FairComponent;
}

/** What is known of the states for this, as data. */
export interface StarvationCheckpoint {
  readonly places: WaitingPlacesCheckpoint;
  readonly futures: Futures[];
  readonly waiting: ThreadId[][];
}

/** What is known of the states for this: collected while they are explored. */
export class StarvationSearch {
  private readonly places = new WaitingPlaces();
  /** By state: where threads stand, and which of them wait to perform an event other than a join. */
  private futures: Futures[] = [];
  private waiting: ThreadId[][] = [];

  constructor(private readonly states: StateGraph) {}

  /** What is known so far, for `restore`. */
  checkpoint(): StarvationCheckpoint {
    const { places, futures, waiting } = this;
    return { places: places.checkpoint(), futures, waiting };
  }

  /** Goes on with what `checkpoint` returned, in its place. */
  restore({ places, futures, waiting }: StarvationCheckpoint): void {
    this.places.restore(places);
    this.futures = futures;
    this.waiting = waiting;
  }

  /** A state, whose steps are going to be explored. */
  arrive(state: number, futures: Futures, standings: readonly Pick<Pending, 'thread' | 'label'>[]): void {
    this.futures[state] = futures;
    this.waiting[state] = standings.filter(({ label }) => label.kind !== Kind.Join).map(({ thread }) => thread);
  }

  /** A step from one state to another: the events of the graph from the mark on. */
  step(graph: ExecutionGraph, mark: number, before: Futures, after: Futures, did: StepKinds): void {
    this.places.step(graph, mark, before, after, did);
  }

  /** A step of the thread ended the execution. */
  ends(before: Futures, thread: ThreadId): void {
    this.places.ends(before[thread]!);
  }

  /** The threads that may starve, each with one set of states at each place where it does. */
  *find(): Iterable<Starvation> {
    const threads = new Set(this.waiting.flat());
    // A join takes place when the other thread ends: it is that thread which may do something.
    const mayAct = (state: number): ThreadId[] =>
      this.states.mayActIn(state).filter((t) => this.waiting[state]?.includes(t));
    for (const thread of threads) {
      const found = new Set<number>();
      // A thread that looks under a lock takes locks. One that goes round by locks alone may be blocked elsewhere.
      for (const stays of [changesNothing, onlyLooks]) {
        for (const component of fairComponents(this.states, mayAct, (did) => stays(did.get(thread)))) {
          const { states } = component;
          const places = placesOf(
            states.filter((state) => state in this.waiting),
            thread,
            this.futures,
          );
          if (![...places].every((place) => found.has(place)) && this.starves(thread, component)) {
            for (const place of places) found.add(place);
            yield { thread, component };
          }
        }
      }
    }
  }

  private starves(thread: ThreadId, component: FairComponent): boolean {
    const { states } = component;
    if (!states.every((state) => this.waiting[state].includes(thread))) return false;
    const kinds = new Map<ThreadId, Set<string>>();
    for (const state of states)
      for (const step of component.stepsOf(state))
        for (const [t, kind] of this.states.kindsOf(step)) {
          const all = kinds.get(t);
          if (all === undefined) kinds.set(t, new Set([kind]));
          else all.add(kind);
        }
    const waits = (t: ThreadId): boolean => {
      const did = kinds.get(t);
      if (did === undefined) return true;
      if (did.has('changes') || (did.has('locks') && !did.has('looks'))) return false;
      return this.places.waits(placesOf(states, t, this.futures));
    };
    return waits(thread) && [...kinds.keys()].some((t) => !waits(t));
  }
}

const changesNothing = (kind: string | undefined): boolean => kind !== 'changes';
const onlyLooks = (kind: string | undefined): boolean => kind === undefined || kind === 'looks';
