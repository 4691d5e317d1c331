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
import { Kind, Order, type LocationId, type ThreadId } from '../../../program/label';
import { ExplorationRestart } from '../../common/restart';
import { GraphExtender } from '../../extend/extender';
import { FutureWrites } from '../../histories/future-writes';
import { VectorSet } from '../../store/vector-set';
import { SearchToTheEnd } from '../search-to-the-end';
import type { SearchContext, StrategyFactory } from '../strategy';
import { componentsThatStay, noThreads } from './components';
import { Endings, type Loop } from './endings';
import { enabledOf, type EnabledEvent } from './enabled';
import { KnownSteps, mayBeKnown, type KnownStep } from './known-steps';
import { Locksets } from './locksets';
import { Moves } from './moves';
import { hidesOrder, writesWhereEqual } from './ordering';
import { Reduction, StepAccesses, type Futures } from './reduction';
import { StarvationSearch } from './starvation';
import { StateGraph } from './state-graph';
import { StateKey, type KeyPart } from './state-key';
import { StateWalk } from './state-walk';
import { deedsOf } from './step-kinds';

/** A state whose moves are explored at present. */
interface Frame {
  readonly state: number;
  readonly mark: number;
  readonly futures: Futures;
  /** That of the state's key. It may be shorter than later ones. */
  vector: Int32Array;
  readonly hash: number;
  /** The threads whose steps may be known (known-steps.ts). */
  readonly mayBeKnown: ReadonlySet<ThreadId>;
  /** Those of the thread that is tried alone come first. */
  readonly moves: readonly EnabledEvent[];
  /** The thread that is tried alone, and how many moves it has; -1 and 0: none. */
  readonly alone: ThreadId;
  readonly movesAlone: number;
  readonly accesses: StepAccesses;
  /** Did one of its moves lead to where the cycle may close without a state in which all threads are tried? */
  returned: boolean;
  /** How many moves have begun. */
  begun: number;
}

/** How many moves the first layer is deep. Each further one is twice as deep. */
const DEPTH = 256;

export class StateSearch extends SearchToTheEnd {
  private readonly graph: ExecutionGraph;
  private readonly extender: GraphExtender;
  private readonly visited: VectorSet;
  private readonly key: StateKey;
  private readonly states = new StateGraph();
  private readonly locksets = new Locksets();
  private readonly reduction = new Reduction();
  private readonly reduces: boolean;
  private readonly starvation: StarvationSearch | undefined;
  private readonly endings: Endings;
  private readonly knownSteps: KnownSteps;
  private readonly frames: Frame[] = [];
  /** By state: the layer in which it is explored; -1 while its moves are explored. */
  private readonly layers: number[] = [];
  private layer = 0;
  /** The states that the next layer begins with. */
  private frontier: number[] = [];
  /** Leads to the first frame. */
  private readonly walk: StateWalk;
  private readonly moves: Moves;
  /** The first states of components that executions stay in, which were reported. */
  private readonly reported = new Set<number>();
  /**
   * Has some execution plain data whose accesses are events? Does some event depend on what need not come before it?
   */
  private plain = false;
  private hidden = false;
  /** Locations that some event reads as plain data, and those that some event writes where it finds a value. */
  private readonly readPlainly = new Set<LocationId>();
  private readonly updated = new Set<LocationId>();

  /** `without`: parts of the state that are left out, for tests. `depth`: that of the first layer. */
  constructor(
    context: SearchContext,
    without?: ReadonlySet<KeyPart>,
    private readonly depth = DEPTH,
  ) {
    super(context);
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
    if (context.failedSpeculations > 0) this.depth = Infinity;
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
    this.endings = new Endings(context, this.graph, this.extender);
  }

  /** A limit has ended the search: names what may have infinitely many values, such as a counter. */
  protected override stopped(): void {
    const found = this.key.mostVaried();
    if (found === undefined || found.contents < MANY) return;
    const { loc, contents } = found;
    const { program, session } = this.context;
    const { label } = this.graph.location(loc).writes.at(-1)!;
    const at = label.site < 0 || program.place === undefined ? '' : ` (${program.place(label.site)})`;
    const what = `${program.data?.(loc) || 'a value in memory'}${at}`;
    session.note(`${what} had ${contents} values so far: if it keeps growing, there is no end of states`);
  }

  /** Searches layer by layer, so that the way to a state is never much longer than it need be. */
  protected search(): void {
    if (!this.begin()) return;
    this.arrive(undefined, undefined, 0);
    this.explore();
    for (;;) {
      this.reportComponents();
      if (this.frontier.length === 0) break;
      const { frontier } = this;
      this.frontier = [];
      this.layer++;
      for (const state of frontier) {
        if (this.states.isExpanded(state)) continue;
        this.walk.goTo(state);
        this.push(state);
        this.explore();
      }
    }
    this.reportStarvation();
  }

  private begin(): boolean {
    this.graph.undo(0);
    const entered = this.extender.begin(this.graph);
    this.observe(0);
    return entered;
  }

  /** The graph is that of a state, to which a move led from the one above, or that is the first. */
  private arrive(above: Frame | undefined, move: EnabledEvent | undefined, did: number): void {
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
    const isDeep = frames.length >= this.depth * 2 ** this.layer;
    if (above !== undefined)
      this.starvation?.step(graph, above.mark, above.futures, key.futures, states.kindsOf({ did }));
    if (known !== 0) {
      states.step(above!.state, known, did);
      const waits = this.waits(known);
      if (waits && !isDeep) this.push(known);
      // A cycle through it closes where it is not seen.
      else above!.returned ||= waits || this.layers[known] < this.layer;
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
    else states.step(above.state, state, did);
    if (pending.length === 0) return;
    if (!isDeep) return this.push(state, pending);
    this.layers[state] = this.layer + 1;
    this.frontier.push(state);
  }

  /** Begins to explore the state, whose graph and key are the present ones. */
  private push(state: number, pending = this.extender.pending(this.graph)): void {
    const { futures } = this.key;
    const all = pending.map((p) => enabledOf(this.graph, p));
    this.reduction.arrive(futures, pending);
    const alone = this.reduces ? this.reduction.choose(futures, pending, (i) => all[i].length > 0) : -1;
    const moves: EnabledEvent[] = [];
    for (let i = 0; i < all.length; i++) if (pending[i].thread === alone) moves.push(...all[i]);
    const movesAlone = moves.length;
    for (let i = 0; i < all.length; i++) if (pending[i].thread !== alone) moves.push(...all[i]);
    this.layers[state] = -1;
    this.states.expand(state);
    this.starvation?.arrive(state, futures, pending);
    this.frames.push({
      state,
      mark: this.graph.mark(),
      futures,
      vector: this.key.vector.slice(),
      hash: this.key.hash,
      mayBeKnown: this.starvation === undefined ? mayBeKnown(pending) : noThread,
      moves,
      alone,
      movesAlone,
      accesses: new StepAccesses(),
      returned: false,
      begun: 0,
    });
  }

  /** Explores the states of the frames, and all that they lead to in this layer. */
  private explore(): void {
    const { frames, graph } = this;
    for (let f = frames.at(-1); f !== undefined; f = frames.at(-1)) {
      graph.undo(f.mark);
      if (f.begun < f.moves.length && !this.isEnough(f)) {
        this.step(f);
        continue;
      }
      frames.pop();
      this.layers[f.state] = this.layer;
      if (f.moves.length > 0) continue;
      this.reported.add(f.state);
      this.endings.stays(noThreads(), noLoop);
    }
  }

  private step(f: Frame): void {
    const move = f.moves[f.begun++];
    const { thread } = move.pending;
    const mark = this.graph.mark();
    const usesKnown = f.mayBeKnown.has(thread) && !this.context.refinement.countsOrder;
    const known = usesKnown ? this.knownSteps.find(f.vector, move) : undefined;
    if (known !== undefined && this.leadsBack(f, thread, known)) return;
    let steps = 0;
    const entered = this.moves.perform(
      move,
      (at) => {
        this.observe(at);
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
      this.starvation?.ends(f.futures, thread);
      return;
    }
    const did = this.states.did(deedsOf(this.graph, mark));
    this.arrive(f, move, did);
    // What is forced depends on all threads.
    if (!usesKnown || known !== undefined || steps > 1) return;
    const events = this.graph.events.slice(mark);
    this.knownSteps.learn(f.vector, move, events, did, this.reduction.accessesOf(events));
  }

  /** Does the step of the thread lead to a state that need not be explored from here? Then the step is done. */
  private leadsBack(f: Frame, thread: ThreadId, step: KnownStep): boolean {
    const { accesses, did } = step;
    const to = this.afterStep(f, step);
    if (to === 0 || this.waits(to)) return false;
    for (const access of accesses) f.accesses.add(access, thread, thread);
    this.states.step(f.state, to, did);
    f.returned ||= this.layers[to] < this.layer;
    return true;
  }

  /** The state after the step; 0: it was not visited. */
  private afterStep(f: Frame, { changes, hashChange }: KnownStep): number {
    const { length } = this.key.vector;
    if (f.vector.length < length) {
      const longer = new Int32Array(length);
      longer.set(f.vector);
      f.vector = longer;
    }
    const { vector } = f;
    for (const { at, to } of changes) vector[at] = to;
    const state = this.visited.lookUp(vector, f.hash ^ hashChange);
    for (const { at, from } of changes) vector[at] = from;
    return state;
  }

  /** Was the state left to this layer, and is not explored yet? */
  private waits(state: number): boolean {
    return this.layers[state] === this.layer && !this.states.isExpanded(state);
  }

  /** Need other threads not be tried in the state? */
  private isEnough({ begun, alone, movesAlone, accesses, returned, futures }: Frame): boolean {
    return begun === movesAlone && alone >= 0 && !returned && this.reduction.independent(futures, alone, accesses);
  }

  /**
   * Looks at the events from the mark on. Throws ExplorationRestart when the order of events must count from now on.
   */
  private observe(mark: number): void {
    const { graph } = this;
    for (let i = mark; i < graph.events.length; i++) {
      const e = graph.events[i];
      this.plain ||= e.label.order === Order.Plain;
      // Whoever was woken comes after the signal once it has locked the mutex, as far as there is one for all.
      const isWoken = e.label.kind === Kind.CondWake && !this.locksets.isEmpty;
      this.hidden ||= !isWoken && hidesOrder(graph, e);
      if (e.label.kind === Kind.PlainRead) this.readPlainly.add(e.loc);
      if (writesWhereEqual(e)) this.updated.add(e.loc);
      if (this.readPlainly.has(e.loc) && this.updated.has(e.loc)) this.context.refinement.orderAll(e.loc);
      if (this.locksets.add(graph, e)) continue;
      this.hidden = true;
      this.context.reduction.excludeStates();
    }
    if (this.plain && this.hidden) this.context.refinement.countOrder();
  }

  /**
   * Reports the components that executions stay in for ever, as far as is known. It is called at the end of each layer,
   * the last one included.
   */
  private reportComponents(): void {
    // A step that was left out may lead out of a component.
    if (!this.reduction.holds()) throw failed('threads may access more than was seen');
    const { states } = this;
    for (const component of componentsThatStay(states)) {
      if (this.reported.has(component.state)) continue;
      this.reported.add(component.state);
      const first = this.walk.goToOneOf(component.members);
      this.endings.stays(
        component.threads,
        this.walk.loopIn(first, component.members, (state) => states.stepsOf(state)),
      );
    }
  }

  /** Reports threads that may wait for ever, now that all states are known. */
  private reportStarvation(): void {
    for (const { thread, component } of this.starvation?.find() ?? []) {
      const { states } = component;
      const first = this.walk.goToOneOf(states);
      this.endings.starves(
        thread,
        this.walk.loopIn(first, states, (state) => component.stepsOf(state)),
      );
    }
  }
}

/** A location with so many values may be one that grows for ever. */
const MANY = 100;

const noThread: ReadonlySet<ThreadId> = new Set();

const noLoop: Loop = () => undefined;

function failed(why: string): ExplorationRestart {
  return new ExplorationRestart({ kind: 'failed-speculation', why });
}

/** For sequential models. */
export const stateSearch: StrategyFactory<never> = {
  name: 'states',
  mergesHistories: true,
  applies: ({ options: { equivalence, preemptions }, reduction }) =>
    equivalence === 'state' && preemptions === undefined && reduction.model.isSequential,
  create: (context) => new StateSearch(context),
};
