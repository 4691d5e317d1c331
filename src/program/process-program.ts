/** A program that is run as a process: its history trees are filled by its runs. */
import { RunFlag, Status, type Atom, type Module, type ThreadName } from '../channel/protocol';
import type { RunResult } from '../channel/result';
import { secondsUntil } from '../base/deadline';
import { DristaError } from '../base/errors';
import { Atoms } from './atoms';
import { Events } from './events';
import { executionOf, type Execution } from './execution';
import { Forest, type Node } from './history';
import { forestOf, rowsOfForest, type ProgramCheckpoint } from './program-checkpoint';
import { Kind, type Label, type LocationId, type SiteId, type ThreadId, type Value } from './label';
import { Locations, Overlap } from './locations';
import { OrderTable } from './order-table';
import { InputsHeld, MixedSizes, ObservesToo, Promoted, Renumbered, type Nondeterminism } from './outcomes';
import { childKey, UNINITIALISED, type HistoryNode, type Program, type Schedule } from './program';
import { diverged, missingEvent, unsupportedCall } from './run-failures';
import type { OutcomeEvents, ProcessProgramOptions, Runner } from './runner';
import { RuntimeNotes, tracesIn } from './runtime-notes';
import { Stacks } from './stacks';
import type { Common, Knowledge } from './history-exchange';
import { InitialValues } from './initial-values';
import { labelText, stackText } from './label-text';
import { isSample } from './local-states';
import { mostEvents, ScheduleEncoder } from './schedule-encoder';
import { ThreadNames } from './thread-names';
import { changedUnobserved } from './unobserved-writes';
import { holdsInputs } from './held-inputs';
import { LastRun } from './last-run';
import { walk, type WalkContext } from './walk';

export type { ProcessProgramOptions, Runner } from './runner';

/** Bytes of a node, of an event. */
const NODE = 800,
  LABEL = 250;

/** How a run may end because of another thread than the one that the search asks for. */
const alone: ReadonlySet<Status> = new Set([Status.Stopped, Status.Died, Status.Complete]);

export class ProcessProgram implements Program, WalkContext {
  readonly events: Events;
  readonly locations = new Locations((address) => this.isStatic(address));
  readonly stacks = new Stacks();
  forest = new Forest();
  /** The forest that is not in use: there is one with merged histories and one without. */
  private otherForest: Forest | undefined;
  /** How often the program ran, the events of all those runs, and how many histories were known without a run. */
  readonly statistics = { runs: 0, events: 0, copied: 0 };
  private readonly encoder: ScheduleEncoder;
  private readonly atoms: Atoms;
  private readonly threadNames: ThreadNames;
  private readonly initials = new InitialValues(this.locations);
  /** Has a limit ended some run, or has a thread gone round a loop for ever in some run? */
  endless = false;
  private readonly runtimeNotes: RuntimeNotes;
  /** Whether a run may have been rolled back, of this program or of one from which it has learned. */
  rolledBack = false;
  /** The last run that went on as a walk does, where the program hides data. */
  private last: LastRun | undefined;
  /** The symbolic input of the runs (encodeInput). */
  input: Uint8Array | undefined;
  /** Do atomic objects hold expressions of inputs? Then what a thread has read from tells it more than the value. */
  private holdsInputs = false;

  /** Sends the runner the initial promotions. */
  constructor(
    readonly runner: Runner,
    private readonly options: ProcessProgramOptions = {},
  ) {
    this.runtimeNotes = new RuntimeNotes(runner.modules);
    const { checkpoint, races, volatiles, unseen, eachIteration } = options;
    this.atoms = new Atoms(checkpoint?.atoms ?? options.atoms, races !== undefined || volatiles !== undefined);
    const orders = options.orders && new OrderTable(options.orders, (site) => this.stacks.pcsOf(site));
    this.events = new Events(this.locations, this.stacks, unseen, this.atoms, orders, eachIteration);
    this.encoder = new ScheduleEncoder(options, this.locations, this.atoms);
    this.threadNames = new ThreadNames(checkpoint?.names ?? options.names);
    if (checkpoint !== undefined) runner.restore(checkpoint.runtime);
    this.restart();
    if (checkpoint !== undefined) this.restore(checkpoint);
    this.rolledBack = checkpoint !== undefined;
  }

  /** Everything that is known of the program, for another ProcessProgram. */
  checkpoint(): ProgramCheckpoint {
    return {
      atoms: this.promoted,
      names: this.names,
      locations: this.locations.durable,
      initials: this.initials.values,
      stacks: this.stacks.durable,
      statistics: this.statistics,
      noted: this.runtimeNotes.entries,
      forest: rowsOfForest(this.forest),
      otherForest: this.otherForest && rowsOfForest(this.otherForest),
      endless: this.endless,
      holdsInputs: this.holdsInputs,
      runtime: this.runner.checkpoint(),
    };
  }

  private restore(checkpoint: ProgramCheckpoint): void {
    const { locations, initials, stacks, statistics, noted, forest, otherForest, endless, holdsInputs } = checkpoint;
    this.locations.durable = locations;
    this.stacks.durable = stacks;
    this.initials.values = [...initials];
    Object.assign(this.statistics, statistics);
    this.note(noted.map(([, note]) => note));
    this.forest = forestOf(forest);
    this.otherForest = otherForest && forestOf(otherForest);
    [this.endless, this.holdsInputs] = [endless, holdsInputs];
    this.events.made = forest.labels.length + (otherForest?.labels.length ?? 0);
  }

  /** Plain data whose accesses are events. With `names`, another ProcessProgram can follow the same schedules. */
  get promoted(): readonly Atom[] {
    return this.atoms.all;
  }

  /** Do atomic accesses of several sizes overlap? */
  get mixesSizes(): boolean {
    return this.atoms.mixedSizes.length > 0;
  }

  get hidesData(): boolean {
    return this.options.unseen !== undefined || this.holdsInputs;
  }

  /** Which operations without an effect on other threads are events, too. */
  get eventsBesides(): OutcomeEvents | undefined {
    return this.options.events;
  }

  /**
   * Whether runs may meet a thread that goes round a loop for ever. Only runs that compute local states notice such
   * threads.
   */
  get mayGoRound(): boolean {
    return this.endless && this.options.localStates === true;
  }

  /** The numbers that this program and one restored from its present checkpoint have in common. */
  get common(): Common {
    return { nodes: this.forest.nodes.length, locations: this.locations.count, sites: this.stacks.count };
  }

  /** The part that workers exchange. */
  get knowledge(): Knowledge {
    const { forest, locations, stacks, names } = this;
    return { forest, locations, stacks, initials: this.initials.values, names };
  }

  /** Adds the initial value of a location, which another worker found. */
  learnInitial(loc: LocationId, value: Value): void {
    this.initials.values[loc] ??= value;
  }

  /** Adds another worker's names of threads, so that runs number them alike. Throws Renumbered where they differ. */
  agreeOn(names: readonly ThreadName[]): void {
    const before = this.names.length;
    if (!this.threadNames.agree(names)) throw new Renumbered();
    if (this.names.length > before) this.runner.prepare(this.atoms.all, this.names, this.input);
  }

  isMixed(loc: LocationId): boolean {
    return this.atoms.isMixed(Number(this.locations.address(loc)));
  }

  /** Adds what another worker's runs have promoted. Throws Promoted if some of it is new. */
  promote(atoms: readonly Atom[]): void {
    if (this.atoms.add(atoms)) throw new Promoted(this.atoms.all.length);
  }

  /** Why runs are processes although they might have been rolled back ("it ..."); undefined: they are rolled back. */
  get asProcesses(): string | undefined {
    return this.runtimeNotes.asProcesses;
  }

  /** The notes of all runs for people; addresses stand for places. */
  get notes(): string[] {
    return this.runtimeNotes.forPeople;
  }

  /** Have runs taken some values of inputs only, as their notes say? */
  get fewValues(): boolean {
    return this.runtimeNotes.fewValues;
  }

  /** The notes for another worker, with the libraries that runs have loaded. */
  get said(): string[] {
    return this.runtimeNotes.all;
  }

  /** The program's libraries, including those that runs have loaded. */
  get modules(): readonly Module[] {
    return this.runtimeNotes.modules;
  }

  /** Adds notes of a runtime, from this worker's runs or another's. */
  note(notes: readonly string[]): void {
    this.runtimeNotes.add(notes);
  }

  /** Libraries that runs have loaded. */
  get loaded(): readonly Module[] {
    return this.runtimeNotes.loaded;
  }

  /** names[i] is thread i + 1. */
  get names(): readonly ThreadName[] {
    return this.threadNames.all;
  }

  get nodes(): readonly HistoryNode[] {
    return this.forest.nodes;
  }

  get runs(): number {
    return this.statistics.runs;
  }

  /** The labels of all events that are known. */
  *labels(): Generator<Label> {
    const nodes = [...this.forest.nodes, ...(this.otherForest?.nodes ?? [])];
    for (const { segment, pending } of nodes) {
      yield* segment;
      if (pending !== null) yield pending;
    }
  }

  nameOf(l: Label): string {
    return l.site >= 0 ? this.place(l.site) : `${Kind[l.kind]} ${l.loc < 0 ? '' : this.locations.addressOf(l)}`;
  }

  /** An estimate of the memory of the trees and of the data that other tables have for each node, in bytes. */
  get bytes(): number {
    return this.nodes.length * NODE + this.events.made * LABEL;
  }

  root(thread: ThreadId, argument: Value, context: () => Schedule, past?: string): HistoryNode {
    return this.lookUp(thread, () => this.forest.root(thread, argument, past), context);
  }

  child(node: HistoryNode, value: Value, context: () => Schedule, past?: string): HistoryNode {
    const parent = this.forest.meet(node as Node);
    const known = (): Node | undefined => parent.children.get(childKey(value, past));
    return this.byState(parent, value, context) ?? this.lookUp(node.thread, known, context);
  }

  meet(node: HistoryNode): HistoryNode {
    return this.forest.meet(node as Node);
  }

  /**
   * The node after the value, copied from another history of the same local state; undefined: no other history has it.
   */
  private byState(parent: Node, value: Value, context: () => Schedule): Node | undefined {
    const twin = parent.local?.after.get(value) as Node | undefined;
    if (twin === undefined || parent.children.get(value)?.complete === true) return undefined;
    const child = this.forest.growChild(parent, value);
    child.become(twin);
    if (isSample(++this.statistics.copied)) this.run(context());
    return child;
  }

  /** How many local states of threads are known. */
  get states(): number {
    return this.forest.states.size;
  }

  initial(loc: LocationId): Value {
    return this.initials.of(loc);
  }

  /** As `initial`, without a run; undefined: no run has touched the location. */
  knownInitial(loc: LocationId): Value | undefined {
    const value = this.initials.values[loc];
    return value === UNINITIALISED ? 0 : value;
  }

  /**
   * Whether histories with the same local state are one node from now on. If so, the trees are an automaton: `child`
   * may return a node that has another parent. A change brings back the trees from before the last change, if there are
   * any.
   */
  mergeHistories(merge: boolean): void {
    if (merge === this.forest.merges) return;
    const { otherForest = new Forest(merge) } = this;
    this.otherForest = this.forest;
    this.forest = otherForest;
  }

  forgetOther(): void {
    this.otherForest = undefined;
  }

  /** Forgets the trees; all runs to come have the symbolic input (encodeInput). */
  restartWith(input: Uint8Array): void {
    this.input = input;
    this.restart();
  }

  /** Forgets the trees; what was promoted takes effect. */
  restart(): void {
    this.otherForest = this.last = undefined;
    this.locations.cut(this.atoms.mixedSizes);
    this.runner.prepare(this.atoms.all, this.threadNames.all, this.input);
    this.forest = new Forest(this.forest.merges);
    this.events.made = 0;
    this.initials.values = [];
  }

  /** Runs a complete execution and compares it with the trees, as every run is: throws Nondeterminism, Promoted. */
  verify(schedule: Schedule): void {
    this.run(schedule);
  }

  /** Runs a schedule for a report; `flags` of RUN are added. Nothing is compared, and no status is an error. */
  execute(schedule: Schedule, flags = 0): Execution {
    return executionOf(this.send(schedule, flags), this.events);
  }

  /**
   * As `execute`, by another runner of the program that has run nothing yet, as a process of its own without output.
   * `seconds`: the limit for the run, if the limit of the options is not lower.
   */
  executeOn(runner: Runner, schedule: Schedule, seconds = Infinity, input = this.input): Execution {
    runner.prepare(this.atoms.all, this.names, input);
    const frame = this.encoder.encode(schedule, { rolledBack: false, output: false, seconds });
    return executionOf(runner.run(frame, this.encoder.timeout), this.events);
  }

  /**
   * Describes the objects on the heap and on stacks in a run of the schedule, in lines (`Stacks.objectsIn`). The run is
   * not counted. If it fails, nothing is known.
   */
  objectsOf(schedule: Schedule): string[] {
    try {
      const frame = this.encoder.encode(schedule, { flags: RunFlag.Names });
      return this.stacks.objectsIn(this.runner.run(frame, this.encoder.timeout));
    } catch (error) {
      if (error instanceof DristaError) return [];
      throw error;
    }
  }

  place(site: SiteId): string {
    return stackText(this.stack(site));
  }

  data(loc: LocationId): string {
    const address = Number(this.locations.address(loc));
    return this.isStatic(address) ? `{*0x${address.toString(16)}}` : '';
  }

  /** Is the address in one of the program's files? */
  isStatic(address: number): boolean {
    return this.runner.modules.some(({ base, size }) => address >= base && address < base + size);
  }

  /** Return addresses of a call site, the innermost first. */
  stack(site: SiteId): Value[] {
    return this.stacks.pcsOf(site);
  }

  /** Throws MixedSizes where the event accesses a part of what others access, which no run has shown before. */
  touch(l: Label, run: RunResult, i: number, reads: boolean): void {
    const stack = (): Value[] => this.stack(this.siteOf(run, i));
    let changed: Nondeterminism | undefined;
    try {
      changed = this.initials.touch(l, run, i, { reads, hidden: this.events.hides(run, i), stack });
    } catch (e) {
      if (!(e instanceof Overlap)) throw e;
      if (this.atoms.add([e.memory])) throw new MixedSizes();
      throw new DristaError(`${this.text(l)} overlaps with what is cut already: please report this with the program`);
    }
    if (changed === undefined) return;
    this.hide(l.loc);
    throw changed;
  }

  rivals(l: Label): readonly LocationId[] {
    return this.locations.rivals(l);
  }

  mixSizes(l: Label, rival: LocationId): never {
    if (this.atoms.add([this.locations.together(l, rival)])) throw new MixedSizes();
    throw new DristaError(`${this.text(l)} overlaps with what is cut already: please report this with the program`);
  }

  text(l: Label): string {
    return labelText(l, this.locations);
  }

  private lookUp(thread: ThreadId, find: () => Node | undefined, context: () => Schedule): Node {
    const known = find();
    if (known?.complete) return known;
    const schedule = context();
    const shown = this.last?.shows(schedule) === true ? find() : undefined;
    if (shown?.complete) return shown;
    const { endless } = this;
    let run = this.run(schedule);
    if (endless && run.status === Status.Cut && !find()?.complete) run = this.run(schedule, 0, Infinity);
    // Where another thread's error came while this one was at work, or overwrote what this one waits for in plain data
    // (a race), this one goes on alone.
    if (!find()?.complete && alone.has(run.status)) run = this.run(schedule, RunFlag.NoPreemption);
    const node = find();
    if (node?.complete) return node;
    const { events, options } = this;
    const path = this.runner.path;
    const cause = changedUnobserved(run, schedule.steps, {
      label: (r, i) => events.label(r, i),
      returned: (r, i) => events.returned(r, i),
      place: ({ site }) => this.place(site),
      data: ({ loc }) => this.data(loc) || `0x${this.locations.address(loc).toString(16)}`,
    });
    if (cause !== undefined) this.hide(cause.read.loc);
    throw (
      cause?.error ??
      missingEvent(run, thread, {
        path,
        options,
        siteOf: (i) => this.siteOf(run, i),
        place: (site) => this.place(site),
      })
    );
  }

  /** Code that is not seen has changed the location. Throws Promoted where its values are hidden from now on. */
  private hide(loc: LocationId): void {
    if (this.options.unseen !== undefined && this.atoms.hide(Number(this.locations.address(loc))))
      throw new Promoted(this.atoms.all.length);
  }

  /** Runs the schedule and adds what happened to the trees; `flags` of RUN are added. */
  private run(schedule: Schedule, flags = 0, maxEvents = this.endless ? mostEvents(schedule) : Infinity): RunResult {
    const run = this.send(schedule, flags, maxEvents, secondsUntil(this.options.deadline ?? Infinity));
    if (this.options.onSymbolic !== undefined && !this.holdsInputs && holdsInputs(run)) {
      this.holdsInputs = true;
      throw new InputsHeld();
    }
    this.promote(run.conflicts());
    if (run.status === Status.Diverged)
      throw diverged(run, this.encoder.stepAfter(schedule, run.followed), (l) => this.text(l));
    const unsupported = unsupportedCall(run, this.runner.path, this.modules, (i) => this.stack(this.siteOf(run, i)));
    if (unsupported !== undefined) throw unsupported;
    this.initials.beginRun(schedule);
    const walked = walk(run, this, this.hidesData ? (schedule.pasts ?? []) : undefined);
    if (this.hidesData && schedule.goesOn !== undefined && flags === 0 && !this.mixesSizes)
      this.last = new LastRun(run, this.events, walked);
    this.endless ||= walked.goesRound || run.status === Status.Cut;
    return run;
  }

  private send(schedule: Schedule, flags: number, maxEvents?: number, seconds?: number): RunResult {
    this.last = undefined;
    const run = this.runner.run(this.encoder.encode(schedule, { flags, maxEvents, seconds }), this.encoder.timeout);
    this.statistics.runs++;
    this.statistics.events += run.events;
    this.threadNames.learn(run);
    const { traces, others } = tracesIn(run.notes);
    this.note(others);
    if (traces !== undefined) this.options.onTraces?.(traces);
    this.options.onSymbolic?.(run);
    if (this.options.mayObserve === true && this.runtimeNotes.observes) throw new ObservesToo();
    if (this.options.rollback === true && this.asProcesses === undefined) this.rolledBack = true;
    return run;
  }

  private siteOf(run: RunResult, i: number): SiteId {
    return this.stacks.ofEvent(run, i);
  }
}
