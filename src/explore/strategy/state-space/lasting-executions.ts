/** Executions that last for ever: those that stay in a component of states, and those in which a thread starves. */
import { componentsThatStay, noThreads } from './liveness/components';
import type { Endings, Loop } from './liveness/endings';
import type { StarvationSearch } from './liveness/starvation';
import type { StateGraph } from './steps/state-graph';
import type { StateWalk } from './state-walk';

export class LastingExecutions {
  /** The first states of components that executions stay in, which were reported. */
  private reported = new Set<number>();

  constructor(
    private readonly states: StateGraph,
    private readonly walk: StateWalk,
    private readonly endings: Endings,
    private readonly starvation: StarvationSearch | undefined,
  ) {}

  /** What was reported, for `restore`. */
  checkpoint(): ReadonlySet<number> {
    return this.reported;
  }

  /** Goes on with what `checkpoint` returned: it is not reported again. */
  restore(reported: ReadonlySet<number>): void {
    this.reported = new Set(reported);
  }

  /** The present state is this one, from which no thread can go on. Has the program ended there? */
  stop(state: number): boolean {
    const ended = this.endings.stays(noThreads(), noLoop);
    this.reported.add(state);
    return ended;
  }

  /** Reports the components that executions stay in for ever, as far as the states are known. */
  reportComponents(): void {
    for (const component of componentsThatStay(this.states)) {
      if (this.reported.has(component.state)) continue;
      const first = this.walk.goToOneOf(component.members);
      this.endings.stays(
        component.threads,
        this.walk.loopIn(first, component.members, (state) => this.states.stepsOf(state)),
      );
      this.reported.add(component.state);
    }
  }

  /** Reports threads that may get nowhere for ever, when all states are known. */
  reportStarvation(): void {
    for (const { kind, thread, component } of this.starvation?.find() ?? []) {
      const { states } = component;
      const first = this.walk.goToOneOf(states);
      this.endings.starves(
        kind === 'starvation' ? thread : undefined,
        this.walk.loopIn(first, states, (state) => component.stepsOf(state)),
      );
    }
  }
}

const noLoop: Loop = () => undefined;
