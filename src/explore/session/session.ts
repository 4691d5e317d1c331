/** The state of an exploration that lasts over its restarts: counts, limits and findings. */
import type { Durable } from '../../base/durable';
import type { ExecutionGraph } from '../../graph/graph';
import type { Label } from '../../program/label';
import { endsAfterPower } from '../../program/operand';
import { RunLimit } from '../../program/outcomes';
import { addCounts, noCounts, type Counts, type FoundError, type Verdict } from '../common/verdict';
import { Speculations } from '../histories/speculations';
import type { RecordPieces } from '../store/byte-table';
import { ClosedStates } from '../store/closed-states';
import { ExecutionSet } from '../store/execution-set';
import type { VarintWriter } from '../store/varint';
import { Findings, type FindingsData } from './findings';
import type { MemoryBudget } from './memory-budget';
import type { SessionOptions } from './session-options';
import { Stop } from './stop';
import type { BranchResult, WorkerGroup } from './worker-group';

/** A session as data, for a later one to continue. */
export interface SessionCheckpoint extends FindingsData {
  readonly counts: Counts;
  readonly rounds: number;
  readonly eventsBefore: number;
  readonly cut: boolean;
  readonly counted: RecordPieces;
  /** Session.repeated: it decides when states are merged. */
  readonly repeated: number;
}

/** A step is long after so many milliseconds; the time is looked at once in so many calls. */
const LONG_STEP = 1000,
  LOOKS = 256;

export class Session implements Durable<SessionCheckpoint> {
  /** The counts of the present round. */
  counts = noCounts();
  /** The depth of the present state. */
  depth = 0;
  /** The limit that has ended the exploration. */
  stoppedAt: string | undefined;
  /** How much was explored when a limit ended the exploration. */
  explored: number | undefined;
  /** The number of the round, from 1. Counts of earlier rounds are discarded. */
  rounds = 0;
  /** The workers that explore together, where there are several. */
  workers: WorkerGroup | undefined;
  /**
   * What the search relies on that the order of its branches does not prove, where one worker leaves out failed
   * attempts.
   */
  private relied = new Speculations();
  /** Is it known from the beginning that some branch will be cut? */
  alwaysCut = false;
  /**
   * Called at every state, to sample executions. Returns how many executions were sampled; throws Stop where one has an
   * error.
   */
  alongside: (() => number) | undefined;
  /** An estimate of how many executions there are, each as often as it is come to; undefined: there is none. */
  total: (() => number | undefined) | undefined;
  /** Called at every state where searches take turns (turn-taking.ts). Throws Pause where this one's turn is over. */
  turn: (() => void) | undefined;
  /**
   * Does the present round count states? Then `counts.states` are distinct ones, and `counts.executions` those in which
   * executions end, or stay for ever.
   */
  byStates = false;
  /** How many workers explore states; undefined: one does. */
  stateWorkers: number | undefined;
  /** Complete graphs of executions that had been counted before. */
  repeated = 0;
  /** How many events an execution may have. */
  readonly maxSteps: number;

  private cutHere = false;
  private sampledExecutions = 0;
  /** Events of earlier rounds. */
  private eventsBefore = 0;
  /** The executions that were counted, where the same one may come up again. */
  private counted: ExecutionSet;
  private last: (() => ExecutionGraph) | undefined;
  private sample: (() => string) | undefined;
  private readonly findings = new Findings();
  private readonly started = Date.now();
  private nextProgress = this.started + 100;
  /** When the present step began, and how often the time was asked for within steps. */
  private ticked = this.started;
  private looks = 0;

  constructor(
    readonly options: SessionOptions,
    readonly memory: MemoryBudget,
  ) {
    this.maxSteps = options.maxSteps ?? 10_000;
    this.counted = new ExecutionSet(memory.executions);
  }

  /** A table for states whose exploration is finished. */
  closedStates(): ClosedStates {
    return new ClosedStates(this.memory.closedStates, () => {
      this.noteManyStates();
    });
  }

  /** Has some branch ended before its threads? Then the trees do not show all that threads may do. */
  get cut(): boolean {
    return this.cutHere || this.workers?.cut === true;
  }

  set cut(cut: boolean) {
    this.cutHere = cut;
    if (cut && this.workers !== undefined) this.workers.cut = true;
  }

  /** What the search relies on that is to be checked at its end. */
  get speculations(): Speculations {
    return this.workers?.speculations ?? this.relied;
  }

  /** The speculations, while a decision that may rely on some is under way. */
  get recording(): Speculations | undefined {
    return this.speculations.active ? this.speculations : undefined;
  }

  /** Begins a round. */
  begin(): void {
    this.relied = new Speculations();
    this.rounds++;
    this.findings.begin();
    this.byStates = false;
    this.stateWorkers = undefined;
    this.eventsBefore += this.counts.events;
    this.counts = noCounts();
    this.repeated = 0;
    this.counted = new ExecutionSet(this.memory.executions);
    this.cut = this.findings.errors.length > 0 || this.alwaysCut;
  }

  /** Records that not all executions are explored; `what`: a note on which ones. */
  sampled(what: () => string): void {
    this.addLimit('sample');
    this.sample = what;
  }

  /** Adds a note to the verdict, once. */
  note(text: string): void {
    this.findings.note(text);
  }

  /** Adds a note on the limit that has ended the exploration; a resumed one does not have it. */
  noteOnLimit(text: string): void {
    this.findings.noteOnLimit(text);
  }

  /** The graph of the execution that is complete just now. */
  get graph(): ExecutionGraph | undefined {
    return this.last?.();
  }

  /** Records that states were dropped for lack of memory. */
  noteManyStates(): void {
    this.note('there are more states than are kept in memory: from some on, what was explored may be explored again');
  }

  /** Records that counted executions were dropped for lack of memory. */
  noteManyExecutions(): void {
    this.note('there are more executions than are kept in memory: from some on, the same one may be counted again');
  }

  /** Was the execution counted before? */
  wasCounted(execution: VarintWriter): boolean {
    return this.counted.has(execution);
  }

  /**
   * An execution is about to be complete: throws Stop if it is one too many. `execution` identifies it, where the same
   * one may come up again.
   */
  mayComplete(execution?: VarintWriter): void {
    if (this.counts.executions >= (this.options.maxExecutions ?? Infinity)) this.stopAtLimit('executions', true);
    if (execution === undefined) return;
    this.counted.add(execution);
    if (this.counted.full) this.noteManyExecutions();
  }

  /**
   * Counts a complete execution, as `n` of the equivalence. Where several workers explore, one of the same `name` is
   * counted once.
   */
  complete(graph: () => ExecutionGraph, n: number, name?: string): void {
    const isNew = name === undefined || this.workers === undefined ? true : this.workers.isNew(name);
    if (isNew === undefined) this.stopAtLimit('memory', false);
    if (!isNew) {
      this.repeated++;
      return;
    }
    if ((this.workers?.count(n) ?? 0) >= (this.options.maxExecutions ?? Infinity)) {
      this.workers?.count(-n);
      if (name !== undefined) this.workers?.forget(name);
      this.stopAtLimit('executions', true);
    }
    this.counts.executions += n;
    this.last = graph;
    this.options.onExecution?.(this, n);
  }

  /** Records an error. Throws Stop unless the exploration continues after errors. */
  error(e: FoundError): void {
    this.cut = true;
    if (this.options.accepts?.(e) === false) return;
    this.findings.error(e);
    if (this.options.keepGoing !== true) throw new Stop('an error was found');
  }

  /** Counts an execution that ends with this: a failed assumption, or a crash after which nothing is wrong. */
  assumptionFailed(l: Label): void {
    if (endsAfterPower(l)) this.counts.crashes++;
    else this.counts.blocked++;
    this.cut = true;
  }

  /** Records that an execution was cut because of its length; `why`: a note, added once. */
  tooLong(why: string): false {
    if (!this.findings.limitsHit.includes('steps')) this.note(why);
    this.cut = true;
    this.addLimit('steps');
    return false;
  }

  /** Ends the exploration: an execution was too long for the call stack. */
  tooDeep(): void {
    this.cut = true;
    this.stoppedAt = 'depth';
    this.addLimit('depth');
  }

  /** Records that an execution, or all that extend the present graph, are beyond the bound on preemptions. */
  beyondBound(): void {
    this.cut = true;
    this.addLimit('bound');
  }

  /**
   * Records that a thread has reached the limit of iterations of a loop (unroll). It stops there, and others go on.
   * So the trees do show all that threads may do within the limit.
   */
  unrolled(why: string): void {
    this.note(why);
    this.addLimit('unroll');
  }

  /** Records that a thread was about to create one thread too many. It stops there, and others go on. */
  tooManyThreads(why: string): void {
    this.note(why);
    this.addLimit('threads');
  }

  /** Records that a call has reached the limit of time-outs (--tune timeouts). */
  timeoutsHeld(why: string): void {
    this.note(why);
    this.addLimit('timeouts');
  }

  /** Records that a weak compare-exchange was kept from failing spuriously (--tune weak-cas); `why`: a note. */
  weakHeld(why: string | undefined): void {
    if (why !== undefined) this.note(why);
    this.addLimit('weak-cas');
  }

  /** Records that it is not known whether threads may wait for ever while others go on (--check progress). */
  progressUnknown(): void {
    this.addLimit('progress');
  }

  /** Records that iterations of loops that wait were left out, and with them whether one waits for ever. */
  waitingUnknown(): void {
    this.cut = true;
    this.addLimit('waiting');
  }

  /** Records that what the strategy leaves out is not proved to be redundant. */
  unproved(): void {
    this.addLimit('unproved');
  }

  /** Records that all threads wait for ever, but only because calls may not time out any more. */
  heldForEver(): void {
    this.counts.blocked++;
  }

  /**
   * The findings of `explore`, which returns whether its branch could begin. Its counts are not added to those of the
   * session.
   */
  exploreSeparately(explore: () => boolean): BranchResult {
    const { counts } = this;
    const before = this.findings.errors.length;
    this.counts = noCounts();
    try {
      const performed = explore();
      return { ...this.found, performed, errors: this.findings.errors.slice(before) };
    } catch (e) {
      // The findings up to here are kept if the exploration ends with an exception.
      addCounts(counts, this.counts);
      throw e;
    } finally {
      this.counts = counts;
    }
  }

  /** What `explore` returns. It counts nothing: it goes where the exploration has been. */
  uncounted<T>(explore: () => T): T {
    const { counts } = this;
    this.counts = { ...counts };
    try {
      return explore();
    } finally {
      this.counts = counts;
    }
  }

  /** The events of all rounds. */
  get events(): number {
    return this.eventsBefore + this.counts.events;
  }

  /** Was an execution cut off? */
  get hasCutOff(): boolean {
    return ['steps', 'threads'].some((limit) => this.findings.limitsHit.includes(limit));
  }

  /** All findings, for another worker. */
  get found(): BranchResult {
    const { errors, notes, limitsHit } = this.findings;
    return { performed: false, counts: this.counts, errors, notes, limitsHit: [...limitsHit] };
  }

  /** Adds what another worker has found. */
  absorb({ counts, errors, notes, limitsHit }: Omit<BranchResult, 'performed'>): void {
    addCounts(this.counts, counts);
    for (const note of notes) this.note(note);
    for (const limit of limitsHit) this.addLimit(limit);
    for (const e of errors) this.error(e);
  }

  /** Adds the errors that another search of the same program has found, and the limits that it has hit. */
  join({ errors, limitsHit }: Pick<BranchResult, 'errors' | 'limitsHit'>): void {
    for (const e of errors) this.findings.error(e);
    for (const limit of limitsHit) this.addLimit(limit);
  }

  /** The result of `look`, which may run the program; undefined if a run hits a limit. */
  withinRunLimits<T>(look: () => T): T | undefined {
    try {
      return look();
    } catch (e) {
      if (!(e instanceof RunLimit)) throw e;
      this.runLimit(e);
      return undefined;
    }
  }

  /**
   * Records that a run has hit a limit. A limit on time or memory ends the exploration, since many runs would hit it.
   */
  private runLimit(e: RunLimit): void {
    if (e.limit === 'deadline') {
      this.noteOnLimit(e.message);
      this.stopAtLimit('time', false);
    }
    if (e.limit !== 'events') {
      this.note(e.message);
      this.stopAtLimit(`run-${e.limit}`, false);
    }
    this.tooLong(e.message);
  }

  /** Called at every state, before anything of it is counted. Throws Stop where a limit ends the exploration. */
  tick(depth: number, search: { explored(): number | undefined }): void {
    this.depth = depth;
    if (this.options.interrupted?.() === true) this.stopAtLimit('interrupted', true);
    // A resumed exploration would exhaust its memory at once.
    if (this.memory.isExhausted) this.stopAtLimit('memory', false);
    const now = (this.ticked = Date.now());
    if (now - this.started >= (this.options.timeLimitSeconds ?? Infinity) * 1000) this.stopAtLimit('time', true);
    this.turn?.();
    this.sampledExecutions = this.alongside?.() ?? 0;
    if (now < this.nextProgress) return;
    this.nextProgress = now + 100;
    this.options.onProgress?.({
      ...this.counts,
      executions: this.workers?.executions ?? this.counts.executions,
      sampled: this.sampledExecutions,
      depth,
      explored: search.explored() ?? 0,
    });
  }

  /**
   * Called within a step that may take long. Throws Stop if a limit was reached and the step lasts: then the
   * exploration cannot be resumed, as the step has not ended.
   */
  readonly within = (): void => {
    if (++this.looks % LOOKS !== 0) return;
    const now = Date.now();
    if (now - this.ticked < LONG_STEP) return;
    if (this.options.interrupted?.() === true) this.stopAtLimit('interrupted', false);
    if (now - this.started >= (this.options.timeLimitSeconds ?? Infinity) * 1000) this.stopAtLimit('time', false);
  };

  /** The verdict at the end of the exploration. */
  verdict(): Verdict {
    const { errors, notes, limitsHit } = this.findings;
    // If an error has ended it, the amount of sampling is not reported.
    const endedByError = errors.length > 0 && this.options.keepGoing !== true;
    return {
      ...this.counts,
      errors,
      notes: [...(this.sample === undefined || endedByError ? [] : [this.sample()]), ...notes],
      limitsHit,
      ...(this.byStates ? { byStates: true } : {}),
      ...(this.stateWorkers === undefined ? {} : { stateWorkers: this.stateWorkers }),
      ...(this.explored === undefined ? {} : { explored: this.explored }),
    };
  }

  get durable(): SessionCheckpoint {
    return {
      ...this.findings.durable,
      counts: { ...this.counts },
      rounds: this.rounds,
      eventsBefore: this.eventsBefore,
      cut: this.cut,
      counted: this.counted.durable,
      repeated: this.repeated,
    };
  }

  /** To continue, in the place of `begin`. */
  set durable(checkpoint: SessionCheckpoint) {
    const { counts, rounds, eventsBefore, cut, counted, repeated } = checkpoint;
    this.counts = { ...counts };
    this.rounds = rounds;
    this.byStates = false;
    this.eventsBefore = eventsBefore;
    this.cut = cut;
    this.counted.durable = counted;
    this.repeated = repeated;
    this.findings.durable = checkpoint;
  }

  /** Ends the exploration at a limit. Throws Stop. */
  stopAtLimit(name: string, resumable: boolean): never {
    this.stoppedAt = name;
    this.addLimit(name);
    throw new Stop(`limit: ${name}`, resumable);
  }

  private addLimit(name: string): void {
    this.findings.limit(name);
  }
}
