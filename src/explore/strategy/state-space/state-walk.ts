/** Leads the graph of a state search to states that were found before. */
import type { ExecutionGraph } from '../../../graph/graph';
import { failedSpeculation } from '../../common/restart';
import type { GraphExtender } from '../../extend/extender';
import type { SearchContext } from '../strategy';
import type { Tables } from './known/tables';
import { componentsThatStay, noThreads } from './liveness/components';
import type { Endings, Loop } from './liveness/endings';
import { type LoopStep, loopThrough, roundOf, shortestWay } from './liveness/lasso';
import type { StarvationSearch } from './liveness/starvation';
import { enabledOf, type Moves } from './steps/moves';
import type { Edge, StateGraph } from './steps/state-graph';
import { effectsOf } from './steps/step-effects';

/** The number of the first state. */
const FIRST = 1;

export class StateWalk {
  /** The states that the present graph leads through, up to the one that was gone to, and the graph's mark in each. */
  private readonly way: { readonly state: number; readonly mark: number }[] = [];

  constructor(
    private readonly context: SearchContext,
    private readonly graph: ExecutionGraph,
    private readonly extender: GraphExtender,
    private readonly tables: Tables,
    private readonly moves: Moves,
  ) {}

  /** How many states the way has. */
  get length(): number {
    return this.way.length;
  }

  /** The graph is that of the first state. */
  begin(): void {
    this.way.push({ state: FIRST, mark: this.graph.mark() });
  }

  /** Makes the graph and the key those of the state, by the moves that led to it first. Counts nothing. */
  goTo(state: number): void {
    const { graph, way } = this;
    const { states } = this.tables;
    const wanted = states.wayTo(state);
    let common = 1;
    while (common < way.length && way[common].state === wanted[common]) common++;
    way.length = common;
    graph.undo(way[common - 1].mark);
    this.context.session.uncounted(() => {
      for (const to of wanted.slice(common)) {
        const move = this.moves.enabled(states.moveTo(to)!);
        if (move === undefined || !this.moves.perform(move)) throw failedSpeculation('a state was not reached again');
        way.push({ state: to, mark: graph.mark() });
      }
    });
    if (!this.tables.isAt(graph, state)) throw failedSpeculation('a state was not reached again');
  }

  /** Makes the graph that of one of the states, by the shortest way. Returns which. Counts nothing. */
  goToOneOf(states: readonly number[]): number {
    this.goTo(FIRST);
    const wanted = new Set(states);
    if (wanted.has(FIRST)) return FIRST;
    const way = shortestWay(
      FIRST,
      (state) => this.tables.states.stepsOf(state),
      ({ to }) => wanted.has(to),
    );
    if (this.goAlong(way)) return way.at(-1)!.to;
    // As where a limit on the length of executions counts what is not a step, too.
    const first = states.reduce((a, b) => Math.min(a, b));
    this.goTo(first);
    return first;
  }

  /** A loop from the present state, through the states by these steps. */
  loopIn(state: number, states: readonly number[], stepsOf: (state: number) => readonly Edge[]): Loop {
    return () => {
      const { graph } = this;
      const mark = graph.mark();
      if (!this.goAlong(loopThrough(this.tables.states, state, states, stepsOf))) {
        graph.undo(mark);
        return undefined;
      }
      const { begins, ends } = roundOf(graph.events, mark);
      graph.undo(ends);
      return begins;
    };
  }

  /** Performs the steps. False: no execution goes on that far. Counts nothing. */
  private goAlong(steps: readonly LoopStep[]): boolean {
    return this.context.session.uncounted(() => steps.every((step) => this.follow(step)));
  }

  /** Performs the move of the step from the state of the graph. False: no execution goes on that far. */
  private follow({ to, did }: LoopStep): boolean {
    const { graph } = this;
    const { tables } = this;
    const mark = graph.mark();
    for (const pending of this.extender.pending(graph)) {
      for (const move of enabledOf(graph, pending)) {
        const entered = this.moves.perform(move, undefined, () => !tables.isAt(graph, to));
        if (entered && tables.isAt(graph, to) && tables.states.did(effectsOf(graph.events.slice(mark))) === did)
          return true;
        graph.undo(mark);
      }
    }
    return false;
  }
}

/** Executions that last for ever: those that stay in a component of states, and those in which a thread starves. */
export class LastingExecutions {
  /** The first states of components that executions stay in, which were reported. */
  durable = new Set<number>();

  constructor(
    private readonly states: StateGraph,
    private readonly walk: StateWalk,
    private readonly endings: Endings,
    private readonly starvation: StarvationSearch | undefined,
  ) {}

  /** The present state is this one, from which no thread can go on. Has the program ended there? */
  stop(state: number): boolean {
    const ended = this.endings.stays(noThreads(), noLoop);
    this.durable.add(state);
    return ended;
  }

  /** Reports the components that executions stay in for ever, as far as the states are known. */
  reportComponents(): void {
    for (const component of componentsThatStay(this.states)) {
      if (this.durable.has(component.state)) continue;
      const first = this.walk.goToOneOf(component.members);
      this.endings.stays(
        component.threads,
        this.walk.loopIn(first, component.members, (state) => this.states.stepsOf(state)),
      );
      this.durable.add(component.state);
    }
  }

  /** Reports threads that may get nowhere for ever, when all states are known. */
  reportStarvation(): void {
    for (const { kind, threads, component } of this.starvation?.find() ?? []) {
      const { states } = component;
      const first = this.walk.goToOneOf(states);
      const loop = this.walk.loopIn(first, states, (state) => component.stepsOf(state));
      this.endings.starve(kind, threads, loop);
    }
  }
}

const noLoop: Loop = () => undefined;
