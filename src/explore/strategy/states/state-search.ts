/**
 * State search, for the equivalence `state`: executions that go through the same states count as one. It keeps one
 * interleaving as an execution graph, in which every event reads what memory holds, and enters each state once
 * (state-key.ts). Two histories of a thread with the same local state are the same place (`HistoryNode.state`), so
 * loops that come back close, and programs that never end may have finitely many states.
 *
 * Every error that some execution has is found, because what a state allows follows from the state alone.
 * docs/architecture/states.md has the argument, data races included.
 *
 * It is for models whose executions are the interleavings (`Model.isSequential`). The exploration uses such a model for
 * RC11 too, while all atomic accesses are seq_cst.
 */
import type { ExecutionGraph } from '../../../graph/graph';
import type { ThreadId } from '../../../program/label';
import { ExplorationRestart } from '../../common/restart';
import { MoveTarget, type RecordedTouch, type StepRecorder } from '../../common/step-recorder';
import { touchesOf } from './touches';
import type { Counts } from '../../common/verdict';
import { GraphExtender, type Pending } from '../../extend/extender';
import { FutureWrites } from '../../histories/future-writes';
import { Stop } from '../../session/stop';
import { VectorSet } from '../../store/vector-set';
import type { SearchContext, Strategy, StrategyFactory } from '../strategy';
import { Endings } from './endings';
import { enabledOf, type EnabledEvent } from './enabled';
import { dataOf, frameOf, newFrame, type StateFrame, type FrameCheckpoint, type MovesOf } from './frame';
import { KnownSteps, mayBeKnown, type KnownStep } from './known-steps';
import { HiddenOrder } from './hidden-order';
import { Layers } from './layers';
import { Moves } from './moves';
import { Reduction, StepAccesses } from './reduction';
import { LastingExecutions } from './lasting-executions';
import { StarvationSearch } from './starvation';
import { noteGrowth } from './growth';
import { StateGraph } from './state-graph';
import { hashOf, StateKey, type KeyPart } from './state-key';
import type { StateSearchCheckpoint } from './state-search-checkpoint';
import { StateWalk } from './state-walk';
import { deedsOf } from './step-kinds';

export class StateSearch implements Strategy<StateSearchCheckpoint> {
  private readonly graph: ExecutionGraph;
  private readonly extender: GraphExtender;
  private readonly visited: VectorSet;
  private readonly key: StateKey;
  private readonly states = new StateGraph();
  private readonly order: HiddenOrder;
  private readonly reduction = new Reduction((graph, e) => this.key.releasedBy(graph, e));
  private readonly reduces: boolean;
  private readonly starvation: StarvationSearch | undefined;
  private readonly endings: Endings;
  private readonly knownSteps: KnownSteps;
  private readonly frames: StateFrame[] = [];
  private readonly layers: Layers;
  /** Leads to the first frame. */
  private readonly walk: StateWalk;
  private readonly moves: Moves;
  private readonly lasting: LastingExecutions;
  private readonly recorder: StepRecorder | undefined;
  /** Is a step being taken? It is repeated if a limit ends the search in it. How many events were there before it? */
  private stepping = false;
  private events = 0;

  /** `without`: parts of the state that are left out, for tests. `depth`: that of the first layer. */
  constructor(
    private readonly context: SearchContext,
    without?: ReadonlySet<KeyPart>,
    depth?: number,
  ) {
    const { program, reduction, refinement, session } = context;
    const { model } = reduction;
    this.graph = model.graph((loc) => program.initial(loc));
    this.extender = new GraphExtender(program, reduction, refinement, session, new FutureWrites(program), {
      steps: true,
      // As long as the way to a state is, which is a matter of the search.
      maxSteps: context.options.maxSteps ?? Infinity,
    });
    this.key = new StateKey(
      this.extender.checks.exits,
      (length) => {
        this.visited.relayout(length, (from) => from);
      },
      without,
    );
    this.visited = new VectorSet(this.key.vector.length);
    this.knownSteps = new KnownSteps(this.key);
    const { checkProgress = false, reduction: mayReduce = true } = context.options;
    // Reduction leaves out orders in which threads may wait for ever.
    this.reduces = context.failedSpeculations === 0 && mayReduce && !checkProgress;
    if (checkProgress) this.starvation = new StarvationSearch(this.states);
    this.layers = new Layers(context.failedSpeculations > 0 ? Infinity : depth);
    this.moves = new Moves(context, this.graph, this.extender, this.reduces);
    this.walk = new StateWalk(
      context,
      this.graph,
      this.extender,
      this.states,
      this.key,
      this.visited,
      this.moves,
      failed,
    );
    session.byStates = true;
    this.recorder = context.options.recorder;
    this.recorder?.begin();
    this.order = new HiddenOrder(context);
    this.endings = new Endings(context, this.graph, this.extender);
    this.lasting = new LastingExecutions(this.states, this.walk, this.endings, this.starvation);
  }

  run(): void {
    this.untilStopped(() => {
      if (!this.begin()) return;
      this.arrive(undefined, undefined, 0);
      this.events = this.context.session.counts.events;
      this.explore();
      this.goOn();
    });
  }

  /** Continues with the tables of the checkpoint, and the frames, to which its moves lead again. */
  resume(checkpoint: StateSearchCheckpoint): void {
    if (checkpoint.states.parents.length === 1) return this.run();
    this.untilStopped(() => {
      this.restore(checkpoint);
      this.explore();
      this.goOn();
    });
  }

  checkpoint(): StateSearchCheckpoint {
    const { frames, layers, graph, visited, key, states, order } = this;
    return {
      stepping: this.stepping,
      frames: frames.map(dataOf),
      layers: layers.checkpoint(),
      reported: this.lasting.checkpoint(),
      visited: visited.checkpoint(),
      locations: [...graph.locations.keys()],
      key: key.checkpoint(),
      states: states.checkpoint(),
      order: order.checkpoint(),
      reduction: this.reduction.checkpoint(),
      starvation: this.starvation?.checkpoint(),
      knownSteps: this.knownSteps.checkpoint(),
      nextReordered: this.endings.nextReordered,
      exits: this.extender.checks.exits,
    };
  }

  explored(): undefined {
    return undefined;
  }

  get counts(): Counts {
    return { ...this.context.session.counts, events: this.events };
  }

  private restore(checkpoint: StateSearchCheckpoint): void {
    const { session } = this.context;
    const { visited, nextReordered, exits } = checkpoint;
    this.stepping = checkpoint.stepping;
    this.events = session.counts.events;
    this.layers.restore(checkpoint.layers);
    this.lasting.restore(checkpoint.reported);
    this.key.restore(checkpoint.key);
    this.visited.restore(visited, hashOf);
    this.states.restore(checkpoint.states);
    this.order.restore(checkpoint.order);
    this.reduction.restore(checkpoint.reduction);
    if (checkpoint.starvation !== undefined) this.starvation?.restore(checkpoint.starvation);
    this.knownSteps.restore(checkpoint.knownSteps);
    this.endings.nextReordered = nextReordered;
    for (const t of exits) this.extender.checks.exits.add(t);
    session.uncounted(() => {
      this.goBackTo(checkpoint);
    });
  }

  /** Performs the moves that lead to the last frame again, from the first state on. */
  private goBackTo({ frames, locations }: StateSearchCheckpoint): void {
    this.graph.undo(0);
    for (const loc of locations) this.graph.location(loc);
    if (!this.extender.begin(this.graph)) throw failed('the first state was not reached again');
    this.walk.begin();
    frames.forEach((frame, i) => {
      if (i === 0) this.walk.goTo(frame.state);
      else this.follow(frames[i - 1], frame.state);
      const pending = this.extender.pending(this.graph);
      const all = pending.map((p) => enabledOf(this.graph, p));
      this.frames.push(this.frameOf(pending, all, frame));
    });
  }

  /** Takes the last move of the last frame, which led to the state, once more. */
  private follow({ begun }: FrameCheckpoint, state: number): void {
    const { graph, key } = this;
    if (!this.moves.perform(this.frames.at(-1)!.moves[begun - 1])) throw failed('a state was not reached again');
    key.take(graph, this.context.refinement);
    if (this.visited.lookUp(key.vector, key.hash) !== state) throw failed('a state was not reached again');
  }

  private untilStopped(search: () => void): void {
    try {
      search();
    } catch (e) {
      if (e instanceof Stop && e.resumable) noteGrowth(this.context, this.graph, this.key);
      throw e;
    }
  }

  /**
   * Goes on with the present layer, and with the next ones: so the way to a state is never much longer than it need be.
   */
  private goOn(): void {
    for (;;) {
      for (const state of this.layers.entries) {
        if (this.states.isExpanded(state)) continue;
        this.walk.goTo(state);
        this.push(state);
        this.explore();
      }
      // A step that was left out may lead out of a component.
      if (!this.reduction.holds()) throw failed('threads may access more than was seen');
      this.lasting.reportComponents();
      if (!this.layers.next()) break;
    }
    this.lasting.reportStarvation();
  }

  private begin(): boolean {
    this.graph.undo(0);
    const entered = this.extender.begin(this.graph);
    this.order.observe(this.graph, 0);
    return entered;
  }

  /** The graph is that of a state, to which a move led from the one above, or that is the first. */
  private arrive(above: StateFrame | undefined, move: EnabledEvent | undefined, did: number): void {
    const { graph, key, visited, states, frames } = this;
    const { session } = this.context;
    session.tick(this.walk.length + frames.length, this);
    key.take(graph, this.context.refinement);
    if (above !== undefined) this.reduction.follow(above.futures, key.futures);
    else
      key.futures.forEach((place, t) => {
        this.reduction.begins(t, place);
      });
    const known = visited.lookUp(key.vector, key.hash);
    const isDeep = this.layers.endsAt(frames.length);
    if (above !== undefined)
      this.starvation?.step(graph, above.mark, above.futures, key.futures, states.kindsOf({ did }));
    if (known !== 0) {
      this.leads(above!, known, did, this.touchesSince(above!));
      const waits = this.waits(known);
      if (waits && !isDeep) this.push(known);
      // A cycle through it closes where it is not seen.
      else above!.returned ||= waits || this.layers.precedes(known);
      return;
    }
    const pending = this.extender.pending(graph);
    if (pending.length === 0) this.endings.complete();
    const state = visited.numberOf(key.vector, key.hash);
    session.counts.states++;
    states.add(
      above?.state ?? 0,
      move === undefined ? undefined : { thread: move.pending.thread, choice: move.choice },
    );
    if (above === undefined) this.walk.begin();
    else this.leads(above, state, did, this.touchesSince(above));
    if (pending.length === 0) {
      this.recorder?.ends(state);
      return;
    }
    if (!isDeep) return this.push(state, pending);
    this.layers.postpone(state);
  }

  /** Begins to explore the state, whose graph and key are the present ones. */
  private push(state: number, pending = this.extender.pending(this.graph)): void {
    const { futures } = this.key;
    const all = pending.map((p) => enabledOf(this.graph, p));
    this.reduction.arrive(futures, pending);
    const alone = this.reduces ? this.reduction.choose(futures, pending, (i) => all[i].length > 0) : -1;
    this.layers.enter(state);
    this.states.expand(state);
    this.starvation?.arrive(state, futures, pending);
    this.frames.push(this.frameOf(pending, all, newFrame(state, alone)));
    this.recorder?.enter(state, pending, this.frames.at(-1)!.moves);
  }

  /** The move of the frame that is taken leads to the state. */
  private leads({ state, begun }: StateFrame, to: number, did: number, touches: readonly RecordedTouch[]): void {
    this.states.step(state, to, did);
    this.recorder?.step(state, begun, to, this.states.kindsOf({ did }), touches);
  }

  /** What the step from the frame's state touched, for a recorder. */
  private touchesSince({ mark }: StateFrame): readonly RecordedTouch[] {
    return this.recorder === undefined ? [] : touchesOf(this.graph.events.slice(mark));
  }

  /** The frame of the present graph and key. `from`: how far it has come. */
  private frameOf(pending: readonly Pending[], all: MovesOf, from: FrameCheckpoint): StateFrame {
    return frameOf(this.graph, this.key, this.starvation === undefined ? mayBeKnown(pending) : noThread, all, from);
  }

  /** Explores the states of the frames, and all that they lead to in this layer. */
  private explore(): void {
    const { frames, graph } = this;
    for (let f = frames.at(-1); f !== undefined; f = frames.at(-1)) {
      graph.undo(f.mark);
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
        const ended = this.lasting.stop(f.state);
        this.recorder?.stays(f.state, ended);
      }
      frames.pop();
      this.layers.leave(f.state);
    }
  }

  /** Takes a move of the frame. Where a limit ends the search here, the same move can be taken again. */
  private step(f: StateFrame, move: EnabledEvent): void {
    const { thread } = move.pending;
    const mark = this.graph.mark();
    const usesKnown = f.mayBeKnown.has(thread) && !this.context.refinement.countsOrder;
    const known = usesKnown ? this.knownSteps.find(f.vector, move) : undefined;
    if (known !== undefined && this.leadsBack(f, thread, known)) return;
    let steps = 0;
    const entered = this.moves.perform(
      move,
      (at) => {
        this.order.observe(this.graph, at);
        // What is forced after a step is not part of what others must be independent of.
        this.reduction.step(this.graph, at, thread, f.futures, steps === 0 ? f.accesses : new StepAccesses());
        steps++;
      },
      (pending) => {
        this.reduction.pass(this.graph, f.futures, pending);
      },
    );
    if (!entered) {
      f.accesses.ordered = true; // the execution has ended, and with it what others may do
      this.states.leaves(f.state, thread);
      this.recorder?.step(f.state, f.begun, MoveTarget.Bad);
      this.starvation?.ends(f.futures, thread);
      return;
    }
    const did = this.states.did(deedsOf(this.graph, mark));
    this.arrive(f, move, did);
    // What is forced depends on all threads.
    if (!usesKnown || known !== undefined || steps > 1) return;
    const events = this.graph.events.slice(mark);
    const recorded = this.recorder === undefined ? [] : touchesOf(events);
    this.knownSteps.learn(f.vector, move, events, {
      did,
      accesses: this.reduction.accessesOf(this.graph, events),
      recorded,
    });
  }

  /** Does the step of the thread lead to a state that need not be explored from here? Then the step is done. */
  private leadsBack(f: StateFrame, thread: ThreadId, step: KnownStep): boolean {
    const { accesses, did } = step;
    const to = this.knownSteps.stateAfter(f, step, this.visited);
    if (to === 0 || this.waits(to)) return false;
    for (const access of accesses) f.accesses.add(access, thread, thread);
    this.leads(f, to, did, step.recorded);
    f.returned ||= this.layers.precedes(to);
    return true;
  }

  /** Was the state left to this layer, and is not explored yet? */
  private waits(state: number): boolean {
    return this.layers.has(state) && !this.states.isExpanded(state);
  }

  /** Need other threads not be tried in the state? */
  private isEnough({ begun, alone, movesAlone, accesses, returned, futures }: StateFrame): boolean {
    return begun === movesAlone && alone >= 0 && !returned && this.reduction.independent(futures, alone, accesses);
  }
}

const noThread: ReadonlySet<ThreadId> = new Set();

function failed(why: string): ExplorationRestart {
  return new ExplorationRestart({ kind: 'failed-speculation', why });
}

/** For sequential models. */
export const stateSearch: StrategyFactory<StateSearchCheckpoint> = {
  name: 'states',
  mergesHistories: true,
  applies: ({ options: { equivalence, preemptions }, reduction }) =>
    equivalence === 'state' && preemptions === undefined && reduction.model.isSequential,
  create: (context) => new StateSearch(context),
};
