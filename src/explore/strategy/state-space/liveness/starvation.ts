/**
 * Threads that may get nowhere for ever (--check-progress): there is a fair execution (fair-components.ts) in which,
 * from some state on, the thread
 * - waits: it is blocked, or goes round and changes nothing (waiting-places.ts), or sleeps again whenever it is woken;
 * - or is kept: it goes round and changes something, but would get out if it read something else of what others write.
 *
 * It starves if others go on: one of them does something in the execution, and neither waits nor is kept. If none does,
 * but some thread is kept, all of them are in a livelock. A thread that waits for the end of another one does neither:
 * the other one does, or goes on.
 */
import { Kind, type ThreadId } from '../../../../program/label';
import type { ExecutionGraph } from '../../../../graph/graph';
import type { Pending } from '../../../extend/extender';
import { fairComponents, type FairComponent } from './fair-components';
import type { Futures } from '../reduction/reduction';
import type { StateGraph, StepKind, StepKinds } from '../steps/state-graph';
import { placesOf, WaitingPlaces, type WaitingPlacesCheckpoint } from './waiting-places';

export interface Starvation {
  readonly kind: 'starvation' | 'livelock';
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

  /** The threads that may get nowhere, each with one set of states at each place where it does. */
  *find(): Iterable<Starvation> {
    const threads = new Set(this.waiting.flat());
    // A join takes place when the other thread ends: it is that thread which may do something.
    const mayAct = (state: number): ThreadId[] =>
      this.states.mayActIn(state).filter((t) => this.waiting[state]?.includes(t));
    const fair = (allowed: (did: StepKinds) => boolean): FairComponent[] =>
      fairComponents(this.states, mayAct, allowed).filter(({ states }) => states.every((s) => s in this.waiting));
    const all = fair(() => true);
    const locked = new Set<string>();
    for (const thread of threads) {
      const found = new Set<number>();
      // A thread that looks under a lock takes locks. One that goes round by locks alone may be blocked elsewhere.
      const restricted = [changesNothing, onlyLooks].flatMap((stays) => fair((did) => stays(did.get(thread))));
      for (const component of [...restricted, ...all]) {
        const places = placesOf(component.states, thread, this.futures);
        if ([...places].every((place) => found.has(place))) continue;
        const kind = this.judge(thread, component);
        if (kind === undefined) continue;
        for (const place of places) found.add(place);
        if (kind === 'starvation') yield { kind, thread, component };
        else if (!locked.has(component.states.join())) yield { kind, thread, component };
        if (kind === 'livelock') locked.add(component.states.join());
      }
    }
  }

  /** Undefined: the thread gets on in the component, or all that act there only wait. */
  private judge(thread: ThreadId, component: FairComponent): Starvation['kind'] | undefined {
    const { states } = component;
    if (!states.every((state) => this.waiting[state].includes(thread))) return undefined;
    const kinds = new Map<ThreadId, Set<StepKind>>();
    for (const state of states)
      for (const step of component.stepsOf(state))
        for (const [t, kind] of this.states.kindsOf(step)) {
          const all = kinds.get(t);
          if (all === undefined) kinds.set(t, new Set([kind]));
          else all.add(kind);
        }
    const places = (t: ThreadId): Set<number> => placesOf(states, t, this.futures);
    const waits = (t: ThreadId): boolean => {
      const did = kinds.get(t);
      if (did === undefined) return true;
      if (did.has('changes') || !(did.has('looks') || did.has('sleeps'))) return false;
      return this.places.waits(places(t));
    };
    const isKept = (t: ThreadId): boolean => {
      if (kinds.get(t)?.has('changes') !== true) return false;
      const others = [...kinds.keys()].filter((u) => u !== t);
      return this.places.isKept(places(t), new Set(others.flatMap((u) => this.places.changesBetween(places(u)))));
    };
    if (!waits(thread) && !isKept(thread)) return undefined;
    const active = [...kinds.keys()].filter((t) => !waits(t));
    if (active.some((t) => t !== thread && !isKept(t))) return 'starvation';
    return active.length > 0 ? 'livelock' : undefined;
  }
}

const changesNothing = (kind: string | undefined): boolean => kind !== 'changes';
const onlyLooks = (kind: string | undefined): boolean => kind === undefined || kind === 'looks';
