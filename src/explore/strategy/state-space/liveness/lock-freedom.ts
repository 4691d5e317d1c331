/**
 * Threads that get nowhere because of what the scheduler does, which need not be fair: others stand still. The threads
 * of a program have finitely much to do, so it is lock-free if no execution is infinite, and in no state a thread waits
 * for another one. That main waits for the end of a thread does not count.
 */
import type { ThreadId } from '../../../../program/label';
import type { ProgressGuarantee } from '../../../common/progress-guarantee';
import type { Edge, StateGraph, StepKinds } from '../steps/state-graph';
import { ComponentSearch, threadsIn, type FairComponent } from './components';

/** Threads that get nowhere in some states, by steps of their own between these; no steps: they are blocked. */
export interface HinderedThreads {
  readonly threads: readonly ThreadId[];
  readonly component: FairComponent;
}

/** `waiting`: by state, the threads that have not ended, without main where it waits for the end of another one. */
export function* hindrances(
  graph: StateGraph,
  waiting: readonly (readonly ThreadId[])[],
  guarantee: Exclude<ProgressGuarantee, 'starvation-free'>,
): Iterable<HinderedThreads> {
  const blocked = new Set<ThreadId>();
  for (const state of graph.all) {
    // A thread that another one has woken has waited for it.
    const acting = new Set(graph.stepsOf(state).flatMap((step) => awake(graph.kindsOf(step))));
    for (const thread of graph.leaversOf(state)) acting.add(thread);
    for (const thread of waiting[state] ?? []) {
      if (acting.has(thread) || blocked.has(thread)) continue;
      blocked.add(thread);
      yield { threads: [thread], component: { states: [state], stepsOf: () => [] } };
    }
  }
  const alone = (thread: ThreadId) => (did: StepKinds) => did.size === 1 && did.has(thread);
  for (const thread of new Set(waiting.flat())) {
    const [component] = cycles(graph, alone(thread));
    if (component !== undefined) yield { threads: [thread], component };
  }
  if (guarantee === 'obstruction-free') return;
  for (const component of cycles(graph, () => true)) {
    const acting = threadsIn(graph, component.states.flatMap(component.stepsOf));
    if (acting.size > 1) yield { threads: [...acting], component };
  }
}

/** The thread that a step begins with, if it does not only wait; others go on in it because of what that one does. */
function awake(did: StepKinds): ThreadId[] {
  const [first] = did;
  return first === undefined || first[1] === 'sleeps' ? [] : [first[0]];
}

/** The strongly connected components by allowed steps that have such a step; nothing fails spuriously for ever. */
function cycles(graph: StateGraph, allowed: (did: StepKinds) => boolean): FairComponent[] {
  const found: FairComponent[] = [];
  const steps = (state: number): Edge[] =>
    graph.stepsOf(state).filter((step) => !graph.effectsOf(step).spurious && allowed(graph.kindsOf(step)));
  new ComponentSearch(graph.count).search(graph.all, steps, (members) => {
    const own = new Set(members);
    const stepsOf = (state: number): Edge[] => steps(state).filter(({ to }) => own.has(to));
    if (members.some((state) => stepsOf(state).length > 0)) found.push({ states: members, stepsOf });
  });
  return found;
}
