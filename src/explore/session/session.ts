/** What lasts over an exploration and its restarts: counts, errors found, limits. */
import type { ExecutionGraph } from '../../graph/graph';
import { RunLimit } from '../../program/outcomes';
import { ExecutionSet } from '../store/execution-set';
import type { WorkerGroup, BranchResult } from './worker-group';
import type { SessionOptions } from './session-options';
import { ClosedStates } from '../store/closed-states';
import type { VarintWriter } from '../store/varint';
import { leftWaiting } from '../common/error-text';
import type { ByteTableCheckpoint } from '../store/byte-table';
import { errorKey, type Counts, type FoundError, type Verdict } from '../common/verdict';

/**
 * Thrown when the exploration ends before everything was explored. `goesOn`: the search can go on from there another
 * time.
 */
export class Stop extends Error {
  constructor(
    message: string,
    readonly goesOn = false,
  ) {
    super(message);
  }
}

/** A session as data, for a later one to go on with. */
export interface SessionCheckpoint {
  readonly counts: Counts;
  readonly beginnings: number;
  readonly eventsBefore: number;
  readonly cut: boolean;
  readonly told: ByteTableCheckpoint;
  readonly errors: readonly FoundError[];
  readonly seen: readonly string[];
  readonly notes: readonly string[];
  readonly limitsHit: readonly string[];
}

/** Limits that end an exploration which can go on: those that are over when it does. */
export const ending: readonly string[] = ['executions', 'time', 'interrupted'];

/** Bytes for states that are finished, and for executions that were counted. */
const MEMORY = 2 ** 29;

const noCounts = (): Counts => ({ executions: 0, blocked: 0, deadEnds: 0, events: 0, states: 0 });

function add(to: Counts, counts: Readonly<Counts>): void {
  for (const what of Object.keys(counts) as (keyof Counts)[]) to[what] += counts[what];
}

export class Session {
  counts = noCounts();
  depth = 0;
  /** How much was explored when a limit ended it. */
  explored: number | undefined;
  /** How often the exploration began; what was counted before the last time is void. */
  beginnings = 0;
  /** The workers that explore together, where there are several. */
  workers: WorkerGroup | undefined;
  private cutHere = false;
  /** Is it known from the beginning that some branch will be cut? */
  staysCut = false;
  /**
   * Done at every state, beside the exploration. Returns how many executions chance has chosen; throws Stop where one
   * has an error.
   */
  aside: ((events: number) => number) | undefined;
  private chosen = 0;
  /** Events before the exploration began for the last time. */
  private eventsBefore = 0;
  /** Graphs of executions that had been counted before. */
  repeated = 0;
  /** The executions that were counted, where their like may come up again. */
  private told!: ExecutionSet;
  private last: (() => ExecutionGraph) | undefined;
  private errors: FoundError[] = [];
  private seen = new Set<string>();
  private notes = new Set<string>();
  private limitsHit: string[] = [];
  private sample: (() => string) | undefined;
  private readonly started = Date.now();
  private nextProgress = this.started + 100;

  /** How many events an execution may have. */
  readonly maxSteps: number;

  constructor(readonly options: SessionOptions) {
    this.maxSteps = options.maxSteps ?? 10_000;
    this.forget();
  }

  private forget(): void {
    this.told = new ExecutionSet(this.roomForExecutions);
  }

  /** A table for states that are finished. */
  finished(): ClosedStates {
    return new ClosedStates(this.options.memory?.states ?? MEMORY, () => {
      this.note('there are more states than are kept in memory: from some on, what was explored may be explored again');
    });
  }

  /** Did some branch end before its threads did? Then what threads may still do is not known from the trees. */
  get cut(): boolean {
    return this.cutHere || this.workers?.cut === true;
  }

  set cut(cut: boolean) {
    this.cutHere = cut;
    if (cut && this.workers !== undefined) this.workers.cut = true;
  }

  /** Begins (again) from nothing; errors that were found stay, for they are real. */
  begin(): void {
    this.beginnings++;
    this.eventsBefore += this.counts.events;
    this.counts = noCounts();
    this.repeated = 0;
    this.forget();
    this.cut = this.errors.length > 0 || this.staysCut;
  }

  /** Only some executions are looked at; `what`: a note on which. */
  sampled(what: () => string): void {
    this.hit('sample');
    this.sample = what;
  }

  /** Keeps the note; one of the same about another thread is enough. */
  note(text: string): void {
    const at = text.indexOf(leftWaiting);
    if (at < 0 || ![...this.notes].some((known) => known.endsWith(text.slice(at)))) this.notes.add(text);
  }

  /** The graph of the execution that is complete just now. */
  get graph(): ExecutionGraph | undefined {
    return this.last?.();
  }

  /** Bytes for what tells executions apart. */
  get roomForExecutions(): number {
    return this.options.memory?.executions ?? MEMORY;
  }

  /** They do not suffice. */
  manyExecutions(): void {
    this.note('there are more executions than are kept in memory: from some on, the same one may be counted again');
  }

  /** Was the execution counted before? */
  wasTold(execution: VarintWriter): boolean {
    return this.told.has(execution);
  }

  /**
   * An execution is about to be complete: is it one too many? `execution` tells it from others, where its like may come
   * up again.
   */
  mayComplete(execution?: VarintWriter): void {
    if (this.counts.executions >= (this.options.maxExecutions ?? Infinity)) this.limit('executions', true);
    if (execution === undefined) return;
    this.told.add(execution);
    if (this.told.full) this.manyExecutions();
  }

  /**
   * A complete execution, which counts as `n` of the equivalence; of workers of a crew, one of the same `name` is
   * counted once.
   */
  complete(graph: () => ExecutionGraph, n: number, name?: string): void {
    if (name !== undefined && this.workers?.isNew(name) === false) {
      this.repeated++;
      return;
    }
    if ((this.workers?.count(n) ?? 0) >= (this.options.maxExecutions ?? Infinity)) {
      this.workers?.count(-n);
      this.limit('executions', true);
    }
    this.counts.executions += n;
    this.last = graph;
    this.options.onExecution?.(this);
  }

  /** An error; the same one, at the same places, is kept once. Stops the exploration unless it is to go on. */
  error(e: FoundError): void {
    const key = errorKey(e);
    if (!this.seen.has(key)) {
      this.seen.add(key);
      this.errors.push(e);
    }
    this.cut = true;
    if (this.options.keepGoing !== true) throw new Stop('an error was found');
  }

  /** An execution ends with an assumption that fails. */
  assumptionFailed(): void {
    this.counts.blocked++;
    this.cut = true;
  }

  /** An execution was cut off for its length; the first time says why. */
  tooLong(why: string): false {
    if (!this.limitsHit.includes('steps')) this.note(why);
    this.cut = true;
    this.hit('steps');
    return false;
  }

  /** An execution was too long for the stack, which ends the exploration. */
  tooDeep(): void {
    this.cut = true;
    this.hit('depth');
  }

  /** An execution, or all that go on from a state, are beyond the bound. */
  beyondBound(): void {
    this.cut = true;
    this.hit('bound');
  }

  /** A call would have timed out once more than it may (--timeouts). */
  timeoutsHeld(why: string): void {
    this.note(why);
    this.hit('timeouts');
  }

  /** The threads wait for ever, but only as calls may not time out any more. */
  heldForEver(): void {
    this.counts.blocked++;
  }

  /** What `explore`, which says whether it could begin, finds of its own. */
  apart(explore: () => boolean): BranchResult {
    const { counts, errors } = this;
    const before = errors.length;
    this.counts = noCounts();
    try {
      const served = explore();
      return { ...this.found, served, errors: errors.slice(before) };
    } catch (e) {
      // What was found until then counts, where the exploration ends with it.
      add(counts, this.counts);
      throw e;
    } finally {
      this.counts = counts;
    }
  }

  /** All that was found, for another worker. */
  get found(): BranchResult {
    return {
      served: false,
      counts: this.counts,
      errors: this.errors,
      notes: [...this.notes],
      limitsHit: [...this.limitsHit],
    };
  }

  /** Takes up what another worker has found. */
  absorb({ counts, errors, notes, limitsHit }: Omit<BranchResult, 'served'>): void {
    add(this.counts, counts);
    for (const note of notes) this.note(note);
    for (const limit of limitsHit) this.hit(limit);
    for (const e of errors) this.error(e);
  }

  /** What the look at the program finds; undefined where a run hits a limit. */
  within<T>(look: () => T): T | undefined {
    try {
      return look();
    } catch (e) {
      if (!(e instanceof RunLimit)) throw e;
      this.runLimit(e);
      return undefined;
    }
  }

  /** A run hit a limit. One that took too much ends the exploration, for there would be many. */
  private runLimit(e: RunLimit): void {
    if (e.limit !== 'events') {
      this.note(e.message);
      this.limit(`run-${e.limit}`, false);
    }
    this.tooLong(e.message);
  }

  /** Called at every state, before anything of it is counted: here a limit may end the exploration. */
  tick(depth: number, search: { explored(): number | undefined }): void {
    this.depth = depth;
    if (this.options.interrupted?.() === true) this.limit('interrupted', true);
    // Whoever went on would come back to where it is full.
    if (this.options.full?.() === true) this.limit('memory', false);
    const now = Date.now();
    if (now - this.started >= (this.options.timeLimitSeconds ?? Infinity) * 1000) this.limit('time', true);
    this.chosen = this.aside?.(this.eventsBefore + this.counts.events) ?? 0;
    if (now < this.nextProgress) return;
    this.nextProgress = now + 100;
    this.options.onProgress?.({
      ...this.counts,
      executions: this.workers?.executions ?? this.counts.executions,
      sampled: this.chosen,
      depth,
      explored: search.explored() ?? 0,
    });
  }

  verdict(): Verdict {
    return {
      ...this.counts,
      errors: this.errors,
      notes: [...(this.sample === undefined || this.endedByError ? [] : [this.sample()]), ...this.notes],
      limitsHit: this.limitsHit,
      ...(this.explored === undefined ? {} : { explored: this.explored }),
    };
  }

  /** Then how much was looked at before says nothing. */
  private get endedByError(): boolean {
    return this.errors.length > 0 && this.options.keepGoing !== true;
  }

  keep(counts: Counts): SessionCheckpoint {
    return {
      counts: { ...counts },
      beginnings: this.beginnings,
      eventsBefore: this.eventsBefore,
      cut: this.cut,
      told: this.told.keep(),
      errors: this.errors,
      seen: [...this.seen],
      notes: [...this.notes],
      limitsHit: this.limitsHit.filter((l) => !ending.includes(l)),
    };
  }

  /** Goes on from there, rather than to begin. */
  recall({ counts, beginnings, eventsBefore, cut, told, errors, seen, notes, limitsHit }: SessionCheckpoint): void {
    this.counts = { ...counts };
    this.beginnings = beginnings;
    this.eventsBefore = eventsBefore;
    this.cut = cut;
    this.told.recall(told);
    this.errors = [...errors];
    this.seen = new Set(seen);
    this.notes = new Set(notes);
    this.limitsHit = [...limitsHit];
  }

  private limit(name: string, goesOn: boolean): never {
    this.hit(name);
    throw new Stop(`limit: ${name}`, goesOn);
  }

  private hit(name: string): void {
    if (!this.limitsHit.includes(name)) this.limitsHit.push(name);
  }
}
