/**
 * Search by explicit states under sequential consistency. It extends one interleaving step by step and has a table of
 * visited states. A state is a place for every thread and a value for every location. The continuations of a state
 * depend on nothing else, so each state is entered once. An execution, identified by the values that its reads return,
 * is a combination of the places where threads end, regardless of the values in memory.
 *
 * The partition searches for an interleaving of every combination of histories. The search by explicit states is many
 * times faster as long as interleavings are not many more than combinations. Where they are (`checkEfficiency`), and
 * for plain data and synchronisation objects, the partition takes over.
 */
import type { Model } from '../../../../model/model';
import type { Label, LocationId, ThreadId, Value } from '../../../../program/label';
import type { Program } from '../../../../program/program';
import { describeWaiting } from '../../../common/error-text';
import { ExplorationRestart } from '../../../common/restart';
import { countsByValue } from '../../../equivalence/equivalence';
import { GraphExtender } from '../../../extend/extender';
import { FutureWrites } from '../../../histories/future-writes';
import { iterationEndingAt } from '../../../histories/spin-loops';
import { anotherClient, awaitsClient } from '../../../prune/awaits-client';
import { BlockedAtExit } from '../../../session/blocked-at-exit';
import { Completion } from '../../../session/completion';
import type { Session } from '../../../session/session';
import { VectorSet } from '../../../store/vector-set';
import { DepthFirst, type DepthFirstFrame, type PathCheckpoint, type StepResult } from '../../depth-first';
import { hasStates, type StrategyFactory } from '../../strategy';
import { type Branching, Estimate, noSizes, type Sizes } from '../../tree-size-estimate';
import { type PathStep, Trees } from './path';
import { Op, type ProgramPoints, type ProgramPointsData } from './program-points';
import { Transitions, Vector } from './transitions';

/**
 * Classifies a state in which all threads that have not ended wait forever: in joins, or in spin loops whose next
 * iteration is like the last one with the present values in memory. `exited`: exit() was called, which ends these
 * threads. Undefined: an earlier read of some thread's iteration returned a value that memory no longer holds, so a
 * further iteration could leave the loop.
 */
export function waitingForEver(
  places: ProgramPoints,
  vector: Vector,
  threads: number,
): 'deadlock' | 'livelock' | 'exited' | undefined {
  const holds = ([loc, value]: readonly [LocationId, Value]): boolean =>
    places.valueAt(loc, (slot) => vector.held(slot)) === value;
  let spins = false;
  let exited = false;
  for (let t = 0; t < threads; t++) {
    const place = vector.place(t);
    switch (places.op[place]) {
      case Op.Nothing:
        exited ||= places.exited[place];
        break;
      case Op.Join:
        break;
      default: {
        spins = true;
        const read = places.valueOf(places.slot[place], vector.held(places.slot[place]));
        const turn = iterationEndingAt(places.nodes[place].children.get(read)!);
        if (turn?.values === undefined || ![...turn.values].every(holds)) return undefined;
      }
    }
  }
  return exited ? 'exited' : spins ? 'livelock' : 'deadlock';
}

/** The threads that have not ended, each with its pending event. */
export function waitingThreads(
  places: ProgramPoints,
  vector: Vector,
  threads: number,
): { thread: ThreadId; label: Label }[] {
  const waiting: { thread: ThreadId; label: Label }[] = [];
  for (let thread = 0; thread < threads; thread++) {
    const place = vector.place(thread);
    if (places.op[place] !== Op.Nothing) waiting.push({ thread, label: places.nodes[place].pending! });
  }
  return waiting;
}

/** A state on the path. */
interface ExplicitFrame extends DepthFirstFrame {
  readonly mark: number;
  readonly events: number;
  /** The thread whose step comes next, and its choice. */
  thread: ThreadId;
  choice: number;
  /** The step that was taken last; -1: all steps were taken. */
  taken: ThreadId;
  takenChoice: number;
  /** Could some thread take a step? */
  performed: boolean;
  /** How many threads have not ended, and how many branches have begun. */
  readonly choices: number;
  begun: number;
}

/** thread, choice, taken, takenChoice and performed of a frame. */
type FrameNumbers = readonly number[];

/** The search as data. */
export interface ExplicitCheckpoint extends PathCheckpoint<FrameNumbers> {
  readonly places: ProgramPointsData;
  readonly nextReordered: number;
  /** The size of the vectors. */
  readonly threads: number;
  readonly slots: number;
  readonly visited: VectorSet['durable'];
  readonly ended: VectorSet['durable'];
}

/** The number of states after which the search first checks its efficiency. */
const FIRST_CHECK = 20_000;
/** With more states than this for each execution, the partition is faster. */
const MAX_STATES_PER_EXECUTION = 60;
/** Parameter of the estimate: most states below the later branches of a state were visited in its first branch. */
const LEAST_BRANCH = 0.01;

export class ExplicitSearch extends DepthFirst<ExplicitFrame, FrameNumbers, ExplicitCheckpoint> {
  private readonly visited = new VectorSet(16);
  private readonly ended = new VectorSet(8);
  private readonly vector = new Vector(this.visited, this.ended);
  private readonly trees: Trees;
  private readonly transitions: Transitions;
  private readonly completion: Completion;
  private readonly blockedAtExit: BlockedAtExit;
  private nextCheck = FIRST_CHECK;

  constructor(
    program: Program,
    model: Model,
    private readonly extender: GraphExtender,
    session: Session,
    attempts: boolean,
  ) {
    super(session, new Estimate(LEAST_BRANCH));
    this.trees = new Trees(program, model, session, () => this.steps());
    this.transitions = new Transitions(program, this.vector, this.trees, extender, session, attempts);
    this.completion = new Completion(program, model, session);
    this.blockedAtExit = new BlockedAtExit(program, session);
  }

  resume(checkpoint: ExplicitCheckpoint): void {
    this.vector.reach(checkpoint.slots - 1);
    this.vector.setPlace(checkpoint.threads - 1, 0);
    this.transitions.places.durable = checkpoint.places;
    this.visited.durable = checkpoint.visited;
    this.ended.durable = checkpoint.ended;
    this.completion.nextReordered = checkpoint.nextReordered;
    this.resumePath(checkpoint);
  }

  checkpoint(): ExplicitCheckpoint {
    return {
      ...this.path(),
      places: this.transitions.places.durable,
      nextReordered: this.completion.nextReordered,
      threads: this.vector.threads,
      slots: this.vector.slots,
      visited: this.visited.durable,
      ended: this.ended.durable,
    };
  }

  /**
   * The square root of the estimate, an empirical correction: the nearer a state is to the root of the tree, the larger
   * is the part of its later branches that was visited before.
   */
  override explored(): number {
    return Math.sqrt(super.explored());
  }

  protected begin(): boolean {
    return this.transitions.begin();
  }

  protected enter(): ExplicitFrame | undefined {
    const { session, vector } = this;
    this.checkEfficiency();
    if (this.visited.has(vector.values, vector.hash)) return undefined;
    const running = this.transitions.running();
    let frame: ExplicitFrame | undefined;
    if (this.transitions.events > session.maxSteps) this.extender.errors.tooLong(this.trees.graph());
    else if (running === 0) this.complete();
    else frame = this.newFrame([0, 0, -1, 0, 0], running);
    if (this.visited.bytes < session.memory.visitedStates) this.visited.add(vector.values, vector.hash);
    else session.noteManyStates();
    return frame;
  }

  protected backtrack(f: ExplicitFrame): void {
    this.vector.undo(f.mark);
    this.transitions.events = f.events;
  }

  /** The next step of the next thread. */
  protected step(f: ExplicitFrame): StepResult {
    const { transitions, vector } = this;
    while (f.thread < transitions.threads) {
      const op = transitions.op(f.thread);
      f.taken = f.thread;
      f.takenChoice = f.choice;
      if (f.choice + 1 < this.choicesOf(vector.place(f.thread))) {
        f.choice++;
      } else {
        f.thread++;
        f.choice = 0;
      }
      if (op === Op.Nothing || op === Op.Join) continue;
      const how = transitions.take(f.taken, f.takenChoice);
      if (how === 'spins') continue;
      f.performed = true;
      f.begun++;
      return how === 'entered' ? 'entered' : 'continue';
    }
    f.taken = -1;
    if (!f.performed) this.blocked();
    return 'finished';
  }

  protected leave(f: ExplicitFrame): void {
    this.estimate.learn(f.sizes, f.choices);
  }

  protected branch(f: ExplicitFrame): keyof Sizes {
    return f.begun <= 1 ? 'first' : 'later';
  }

  protected branching({ choices, begun }: ExplicitFrame): Branching {
    return { choices, begun, deferred: false };
  }

  protected decision(f: ExplicitFrame): FrameNumbers {
    return [f.thread, f.choice, f.taken, f.takenChoice, Number(f.performed)];
  }

  protected frameOf(numbers: FrameNumbers): ExplicitFrame {
    return this.newFrame(numbers, this.transitions.running());
  }

  protected repeat(f: ExplicitFrame): boolean {
    return this.transitions.take(f.taken, f.takenChoice) === 'entered';
  }

  /** How many ways there are to perform the event at the place. */
  private choicesOf(place: number): number {
    const { places } = this.transitions;
    switch (places.op[place]) {
      case Op.Choose:
        return places.value[place];
      case Op.Rmw:
        return places.mayFail(place, this.vector.held(places.slot[place])) ? 2 : 1;
      default:
        return 1;
    }
  }

  /** A frame of the present state. */
  private newFrame([thread, choice, taken, takenChoice, performed]: FrameNumbers, choices: number): ExplicitFrame {
    return {
      mark: this.vector.mark(),
      events: this.transitions.events,
      thread,
      choice,
      taken,
      takenChoice,
      performed: performed === 1,
      choices,
      begun: 0,
      sizes: noSizes(),
      since: 0,
    };
  }

  /** The path to the present state, including the step that is being taken. */
  private steps(): PathStep[] {
    const steps: PathStep[] = [];
    for (const { taken, takenChoice } of this.frames)
      if (taken >= 0) steps.push({ thread: taken, choice: takenChoice });
    return steps;
  }

  /** Throws a restart with another strategy where states are many more than executions. */
  private checkEfficiency(): void {
    const { states, executions } = this.session.counts;
    if (states < this.nextCheck) return;
    if (states > MAX_STATES_PER_EXECUTION * executions)
      throw new ExplorationRestart({ kind: 'next-strategy', why: 'there are too many interleavings' });
    this.nextCheck *= 2;
  }

  /** Counts the combination of places as an execution, unless it was counted before. */
  private complete(): void {
    const { vector } = this,
      hash = vector.hashOfPlaces();
    if (this.transitions.isAtLoopBound()) return;
    if (this.ended.has(vector.values, hash)) return;
    this.session.mayComplete();
    if (this.extender.checks.exits.size > 1) this.completion.compareExits(this.trees.graph());
    this.completion.complete(() => this.trees.graph());
    if (this.ended.bytes < this.session.memory.executions) this.ended.add(vector.values, hash);
    else this.session.noteManyExecutions();
  }

  /**
   * Handles a state in which no thread can take a step: a deadlock, a livelock, the end of a program that called exit,
   * or a blocked branch, in which a spinning thread would leave its loop if it read again.
   */
  private blocked(): void {
    if (this.transitions.isAtLoopBound()) return;
    const { places, threads } = this.transitions;
    const waiting = waitingForEver(places, this.vector, threads);
    if (waiting === undefined) {
      this.session.counts.deadEnds++;
    } else if (waiting === 'exited') {
      this.blockedAtExit.note(waitingThreads(places, this.vector, threads), (t) => places.exited[this.vector.place(t)]);
      this.complete();
    } else if (awaitsClient(waitingThreads(places, this.vector, threads))) {
      this.session.note(anotherClient);
      this.complete();
    } else {
      const graph = this.trees.graph();
      const involved = this.extender.pending(graph).map(({ thread, label }) => ({ thread, label }));
      const message = involved.map(({ thread, label }) => describeWaiting(thread, label)).join('; ');
      this.extender.errors.error(graph, waiting, message, involved);
    }
  }
}

/** Applies with the observational equivalence under sc, and where all known atomics of the program are seq_cst. */
export const explicitSearch: StrategyFactory<ExplicitCheckpoint> = {
  name: 'explicit',
  applies: ({ program, options: { explicit = true, equivalence, preemptions, symmetry = false }, reduction }) =>
    explicit &&
    !symmetry &&
    hasStates(program) &&
    countsByValue(equivalence) &&
    preemptions === undefined &&
    reduction.model.name === 'sc',
  create: ({ program, session, reduction, refinement, options }) => {
    const extender = new GraphExtender(program, reduction, refinement, session, new FutureWrites(program));
    return new ExplicitSearch(program, reduction.model, extender, session, options.attempts !== false);
  },
};
