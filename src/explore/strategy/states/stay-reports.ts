/** Reports the components of states that executions stay in for ever, and the threads that wait in them. */
import { componentsThatStay } from './components';
import type { Endings } from './endings';
import type { StarvationSearch } from './starvation';
import type { StateGraph } from './state-graph';
import type { StateWalk } from './state-walk';

/** The components that executions stay in, as far as states are known. `reported`: their first states. */
export function reportComponents(states: StateGraph, walk: StateWalk, endings: Endings, reported: Set<number>): void {
  for (const component of componentsThatStay(states)) {
    if (reported.has(component.state)) continue;
    const first = walk.goToOneOf(component.members);
    endings.stays(
      component.threads,
      walk.loopIn(first, component.members, (state) => states.stepsOf(state)),
    );
    reported.add(component.state);
  }
}

/** Threads that may wait for ever while others go on; all states must be known. */
export function reportStarvation(search: StarvationSearch, walk: StateWalk, endings: Endings): void {
  for (const { thread, component } of search.find()) {
    const { states } = component;
    const first = walk.goToOneOf(states);
    endings.starves(
      thread,
      walk.loopIn(first, states, (state) => component.stepsOf(state)),
    );
  }
}
