/**
 * State search, for the equivalence `state`: executions that go through the same states count as one. It keeps one
 * interleaving as an execution graph, in which every event reads what memory holds, and enters each state once
 * (state-key.ts). Two histories of a thread with the same local state are the same place (`HistoryNode.state`), so
 * loops that come back close, and programs that never end may have finitely many states.
 *
 * Every error that some execution has is found, because what a state allows follows from the state alone.
 * docs/explanation/states.md has the argument, data races included.
 *
 * It is for models whose executions are the interleavings (`Model.isSequential`). The exploration uses such a model for
 * RC11 too, while all atomic accesses are seq_cst.
 */
import type { ExecutionGraph } from '../../../graph/graph';
import { ExplorationRestart, failedSpeculation } from '../../common/restart';
import type { RecordedTouch } from '../../common/step-recorder';
import type { Counts } from '../../common/verdict';
import { GraphExtender } from '../../extend/extender';
import { FutureWrites } from '../../histories/future-writes';
import { Stop } from '../../session/stop';
import { hasStates, type SearchContext, type Strategy, type StrategyFactory } from '../strategy';
import { FrontierPhase } from './frontier/frontier-phase';
import type { FrontierSearch } from './frontier/frontier-search';
import type { KeyPart } from './key/state-key';
import { type KnownArrival, type KnownMove, KnownMoves } from './known/known-moves';
import type { EnabledMoves, Position, PossibleMove } from './known/known-steps';
import { PerformedMoves, StepLearner } from './known/step-learner';
import { Tables } from './known/tables';
import { Endings, noteGrowth } from './liveness/endings';
import type { Futures } from './reduction/reduction';
import {
  dataOf,
  frameOf,
  isEnough,
  Layers,
  newFrame,
  SearchPath,
  type StateFrame,
  type StateSearchCheckpoint,
} from './search-path';
import { Recording } from './recording';
import { LastingExecutions, StateWalk } from './state-walk';
import { Moves } from './steps/moves';
import { effectsOf } from './steps/step-effects';

export class StateSearch implements Strategy<StateSearchCheckpoint> {
  private readonly graph: ExecutionGraph;
  private readonly extender: GraphExtender;
  protected readonly tables: Tables;
  private readonly reduces: boolean;
  private readonly endings: Endings;
  private readonly knownMoves: KnownMoves;
  private readonly learner: StepLearner;
  protected readonly path: SearchPath;
  private readonly frames: StateFrame[];
  private readonly layers: Layers;
  private readonly walk: StateWalk;
  private readonly moves: Moves;
  private readonly performed: PerformedMoves;
  private readonly lasting: LastingExecutions;
  private readonly recording: Recording | undefined;
  private readonly frontier: FrontierPhase;
  /** Is a step being taken? It is repeated if a limit ends the search in it. How many events were there before it? */
  private stepping = false;
  private events = 0;
  /** Is a step being performed on the graph? It is performed again, though it may be known by then. */
  private performing = false;

  /** `without`: parts of the state that are left out, for tests. `depth`: that of the first layer. */
  constructor(
    private readonly context: SearchContext,
    without?: ReadonlySet<KeyPart>,
    depth?: number,
  ) {
    const { program, reduction, refinement, session } = context;
    this.graph = reduction.model.graph((loc) => program.initial(loc));
    this.extender = new GraphExtender(program, reduction, refinement, session, new FutureWrites(program), {
      steps: true,
      endless: true,
      // As long as the way to a state is, which is a matter of the search.
      maxSteps: context.options.maxSteps ?? Infinity,
    });
    this.tables = new Tables(context, this.extender, without);
    const { progress, reduction: mayReduce = true } = context.options;
    // Reduction leaves out orders in which threads may wait for ever.
    this.reduces = context.failedSpeculations === 0 && mayReduce && progress === undefined;
    this.frontier = new FrontierPhase(context, this.tables, this.reduces);
    this.layers = new Layers(context.failedSpeculations > 0 || context.options.oneOrder === true ? Infinity : depth);
    this.moves = new Moves(context, this.graph, this.extender, this.reduces);
    // Without a path, what a move does must not depend on what was visited before.
    const visited = (vector: Int32Array, hash: number): number =>
      this.frontier.search === undefined ? this.tables.visited.lookUp(vector, hash) : 0;
    this.knownMoves = new KnownMoves(this.tables, this.reduces, visited);
    this.path = new SearchPath(context, this.graph, this.tables, this.moves, () => this.usesKnown);
    ({ frames: this.frames } = this.path);
    this.walk = new StateWalk(context, this.graph, this.extender, this.tables, this.moves);
    session.byStates = true;
    this.recording = Recording.of(context.options, this.graph, this.frames);
    this.learner = new StepLearner(this.graph, this.extender, this.tables, this.recording !== undefined);
    const isVisited = (): boolean => visited(this.tables.key.vector, this.tables.key.hash) !== 0;
    const { graph, moves, tables, learner } = this;
    this.performed = new PerformedMoves(graph, moves, tables, learner, isVisited, () => this.observe());
    this.endings = new Endings(context, this.graph, this.extender);
    this.lasting = new LastingExecutions(tables.states, this.walk, this.endings, tables.starvation);
  }

  run(): void {
    this.search(() => {
      if (!this.begin()) return false;
      this.tables.take(this.graph);
      this.tables.key.futures.forEach((place, t) => {
        this.tables.reduction.begins(t, place);
      });
      this.arrive(this.tables.key);
      this.tables.starvation?.joins(this.graph, 0, 1);
      this.events = this.context.session.counts.events;
      return true;
    });
  }

  proceed(): void {
    if (this.tables.states.count === 0) return this.run();
    this.context.session.counts = this.counts;
    this.search(() => true);
  }

  /** Continues with the tables of the checkpoint, and the frames, to which its moves lead again. */
  resume(checkpoint: StateSearchCheckpoint): void {
    if (checkpoint.tables.states.found.parents.length === 1) return this.run();
    this.search(() => this.restore(checkpoint));
  }

  checkpoint(): StateSearchCheckpoint {
    return {
      stepping: this.stepping,
      performing: this.performing,
      frames: this.frames.map(dataOf),
      layers: this.layers.durable,
      reported: this.lasting.durable,
      locations: [...this.graph.locations.keys()],
      tables: this.tables.durable,
      nextReordered: this.endings.nextReordered,
      frontier: this.frontier.durable,
      exits: this.extender.checks.exits,
    };
  }

  explored(): undefined {
    return undefined;
  }

  get counts(): Counts {
    return { ...this.context.session.counts, events: this.events };
  }

  private restore(checkpoint: StateSearchCheckpoint): true {
    this.stepping = checkpoint.stepping;
    this.performing = checkpoint.performing;
    this.events = this.context.session.counts.events;
    this.layers.durable = checkpoint.layers;
    this.lasting.durable = checkpoint.reported;
    this.tables.durable = checkpoint.tables;
    this.frontier.durable = checkpoint.frontier;
    this.endings.nextReordered = checkpoint.nextReordered;
    for (const t of checkpoint.exits) this.extender.checks.exits.add(t);
    this.context.session.uncounted(() => {
      this.goBackTo(checkpoint);
    });
    return true;
  }

  /** Performs the moves that lead to the last frame to which the graph was led again, from the first state on. */
  private goBackTo({ frames, locations }: StateSearchCheckpoint): void {
    this.graph.undo(0);
    for (const loc of locations) this.graph.location(loc);
    if (!this.extender.begin(this.graph)) throw failedSpeculation('the first state was not reached again');
    this.walk.begin();
    this.path.goAlong(frames, this.walk, () => this.observe());
  }

  /** Explores from where `begin` leads, unless it returns false: the execution ends before the first state. */
  private search(begin: () => boolean): void {
    try {
      if (!begin()) return;
      this.explore();
      this.exploreLayers();
    } catch (e) {
      if (e instanceof Stop && e.resumable) noteGrowth(this.context, this.graph, this.tables.key);
      throw e;
    } finally {
      this.frontier.dismiss();
    }
  }

  /**
   * Goes on with the present layer, and with the next ones: so the way to a state is never much longer than it need be.
   */
  private exploreLayers(): void {
    do {
      for (const state of this.layers.entries) {
        if (this.frontier.search !== undefined) return this.goOnWithoutPath(this.frontier.search);
        if (this.tables.states.isExpanded(state)) continue;
        this.walk.goTo(state);
        this.push(state, this.tables.key, this.observe(), this.graph.mark());
        this.explore();
      }
      if (this.frontier.search !== undefined) return this.goOnWithoutPath(this.frontier.search);
      // A step that was left out may lead out of a component.
      if (!this.tables.reduction.holds()) throw failedSpeculation('threads may access more than was seen');
      this.lasting.reportComponents();
    } while (this.layers.next());
    this.lasting.reportStarvation();
  }

  /** Explores what the layers have left, and all that it leads to. */
  private goOnWithoutPath(frontier: FrontierSearch): void {
    const [{ states }, { session }] = [this.tables, this.context];
    for (const state of this.layers.drain()) if (!states.isExpanded(state)) frontier.add(state);
    frontier.run(
      (state) => {
        this.expandOnGraph(state, frontier);
      },
      () => {
        session.counts.states = states.count;
        session.tick(this.walk.length, this);
      },
    );
    session.counts.states = states.count;
    if (!frontier.holds()) throw new ExplorationRestart({ kind: 'early-frontier' });
    this.lasting.reportComponents();
  }

  /** Explores the state, to which the graph is led. */
  private expandOnGraph(state: number, frontier: FrontierSearch): void {
    const { key, states } = this.tables;
    this.walk.goTo(state);
    const enabled = this.observe();
    if (enabled.standings.length === 0) {
      this.endings.complete();
    } else if (enabled.moves.every((moves) => moves.length === 0)) {
      this.lasting.stop(state);
      states.expand(state);
    } else {
      states.expand(state);
      const alone = frontier.aloneIn(key.futures, enabled);
      this.frames.push(frameOf(key, enabled, this.graph.mark(), newFrame(state, alone)));
      this.explore();
      this.events = this.context.session.counts.events;
    }
  }

  private begin(): boolean {
    this.graph.undo(0);
    const entered = this.extender.begin(this.graph);
    this.tables.order.observe(this.graph, 0);
    return entered;
  }

  /**
   * A move led from the state above to the position; without both, it is that of the first state. `known`: the move, if
   * the graph was not led there; otherwise the position is that of the key.
   */
  private arrive(at: Position, above?: StateFrame, move?: PossibleMove, did = 0, known?: KnownArrival): void {
    const { graph, frames } = this;
    const [{ visited, states }, { session }] = [this.tables, this.context];
    if (this.frontier.search !== undefined) {
      const { to, closes } = this.frontier.search.reach(above!, move!, at);
      above!.returned ||= closes;
      this.leads(above!, to, did, []);
      return;
    }
    session.tick(this.walk.length + frames.length, this);
    const before = known?.to ?? visited.lookUp(at.vector, at.hash);
    const isDeep = this.layers.endsAt(frames.length);
    const touches = known?.touches ?? this.recording?.touchesSince(above?.mark) ?? [];
    const mark = known === undefined ? graph.mark() : undefined;
    if (before !== 0) {
      this.leads(above!, before, did, touches);
      const waits = this.waits(before) || this.recording?.returnsTo(before) === true;
      if (waits && !isDeep) this.push(before, at, known?.enabled ?? this.observe(), mark);
      // A cycle through it closes where it is not seen.
      else above!.returned ||= waits || this.layers.precedes(before);
      return;
    }
    const enabled = known?.enabled ?? this.observe();
    const ended = enabled.standings.length === 0;
    if (ended) this.endings.complete();
    const state = visited.numberOf(at.vector, at.hash, 0, 0);
    session.counts.states++;
    states.add(above?.state ?? 0, move === undefined ? undefined : { thread: move.thread, choice: move.choice });
    if (above === undefined) this.walk.begin();
    else this.leads(above, state, did, touches);
    if (ended) this.recording?.ends(state);
    else if (isDeep) this.layers.postpone(state);
    else this.push(state, at, enabled, mark);
  }

  /** Where threads stand in the state of the graph and the key, and their moves. */
  protected observe(): EnabledMoves {
    const enabled = this.tables.observe(this.graph, this.extender.pending(this.graph));
    this.tables.reduction.arrive(this.tables.key.futures, enabled.standings);
    return enabled;
  }

  /** Begins to explore the state at the position. `mark`: that of the graph, if it was led there. */
  private push(state: number, at: Position, enabled: EnabledMoves, mark: number | undefined): void {
    const { standings, moves } = enabled;
    const alone = this.reduces ? this.tables.reduction.choose(at.futures, standings, (i) => moves[i].length > 0) : -1;
    this.layers.enter(state);
    this.tables.states.expand(state);
    this.tables.starvation?.arrive(state, at.futures, standings);
    this.frames.push(frameOf(at, this.recording?.enter(state, enabled) ?? enabled, mark, newFrame(state, alone)));
  }

  /** The move of the frame that is taken leads to the state. */
  private leads(f: StateFrame, to: number, did: number, touches: readonly RecordedTouch[]): void {
    this.tables.states.step(f.state, to, did);
    this.recording?.leads(f, to, this.tables.states.kindsOf({ did }), touches);
  }

  /** Explores the states of the frames, and all that they lead to in this layer. */
  private explore(): void {
    const { frames } = this;
    for (let f = frames.at(-1); f !== undefined; f = frames.at(-1)) {
      if (this.usesKnown && !this.stepping) this.frontier.beginInTime();
      // A step that a limit has ended is repeated: what it showed is no reason to leave it out.
      if (this.stepping || (f.begun < f.moves.length && !this.isEnough(f))) {
        this.stepping = true;
        this.step(f, f.moves[f.begun]);
        this.stepping = false;
        f.begun++;
        this.events = this.context.session.counts.events;
        continue;
      }
      if (f.moves.length === 0) {
        this.path.leadGraph();
        const ended = this.lasting.stop(f.state);
        this.frontier.perform();
        this.recording?.stays(f.state, ended);
      }
      frames.pop();
      this.recording?.leave(f);
      this.layers.leave(f.state);
    }
  }

  private isEnough(f: StateFrame): boolean {
    return this.recording?.isEnough(f) === true || isEnough(f, this.frontier.search ?? this.tables.reduction);
  }

  /** Takes a move of the frame. Where a limit ends the search here, the same move can be taken again. */
  private step(f: StateFrame, move: PossibleMove): void {
    const known = this.usesKnown && !this.performing ? this.knownMoves.follow(f, move) : undefined;
    if (known !== undefined && this.stepByKnown(f, move, known)) return;
    this.performing = true;
    this.stepOnGraph(f, move);
    this.performing = false;
    this.frontier.perform();
  }

  /**
   * Are moves made without the graph where they are known? How long executions are is seen in graphs alone. Where a
   * known move turns out to be a data race, the graph cannot be led any further on this path.
   */
  private get usesKnown(): boolean {
    const { options, failedSpeculations } = this.context;
    const isSure = failedSpeculations < 2 && !this.tables.needGraphs;
    return isSure && this.tables.starvation === undefined && options.maxSteps === undefined;
  }

  /** Takes the move, whose steps are known. False: more must be known of where it leads; nothing is done. */
  protected stepByKnown(f: StateFrame, move: PossibleMove, known: KnownMove): boolean {
    const { vector, hash, to, did, first, joins } = known;
    let { enabled } = known;
    let futures: Futures = [];
    if (to === 0 || this.waits(to) || this.recording?.mayReturn === true) {
      enabled ??= this.tables.places.find(vector);
      if (enabled === undefined || enabled.standings.length === 0) return false;
      futures = this.tables.key.futuresOf(vector);
    }
    for (const { access, thread } of first.accesses) f.accesses.add(access, thread, move.thread);
    for (const { access } of joins.joins) if (access !== undefined) f.accesses.add(access, joins.thread, move.thread);
    const touches = this.recording === undefined ? [] : [first, ...joins.joins].flatMap(({ recorded }) => recorded);
    this.arrive({ vector, hash, futures }, f, move, did, { to, enabled, touches });
    return true;
  }

  /** Performs the move, and learns what its steps do. */
  private stepOnGraph(f: StateFrame, move: PossibleMove): void {
    const { graph, tables } = this;
    const { key, states, starvation } = tables;
    // What cannot be known need not be looked at as closely.
    const learns = this.usesKnown && move.steps !== undefined;
    this.path.leadGraph();
    const mark = graph.mark();
    const lastStep = this.performed.perform(f, move, learns);
    if (lastStep === undefined) {
      states.leaves(f.state, move.thread);
      this.recording?.goesWrong(f);
      starvation?.ends(f.futures, move.thread);
      return;
    }
    const did = states.did(effectsOf(graph.events.slice(mark)));
    tables.take(graph);
    tables.reduction.follow(lastStep.futures, key.futures);
    starvation?.step(graph, mark, f.futures, key.futures, states.kindsOf({ did }));
    this.arrive(key, f, move, did);
    starvation?.joins(graph, mark, tables.visited.lookUp(key.vector, key.hash));
    if (learns) this.learner.learn(lastStep);
  }

  /** Was the state left to this layer, and is not explored yet? */
  private waits(state: number): boolean {
    return this.layers.has(state) && !this.tables.states.isExpanded(state);
  }
}

/** For sequential models. */
export const stateSearch: StrategyFactory<StateSearchCheckpoint> = {
  name: 'states',
  mergesHistories: true,
  applies: ({ program, options: { equivalence, preemptions }, reduction }) =>
    hasStates(program) && equivalence === 'state' && preemptions === undefined && reduction.model.isSequential,
  create: (context) => new StateSearch(context),
};
