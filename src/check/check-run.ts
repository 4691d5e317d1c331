/** One run of a check: the program's server, its exploration, the summary. */
import { DristaError } from '../base/errors';
import type { Module } from '../channel/protocol';
import { ServerFailure, type Server } from '../channel/server';
import { isEmpty, type Verdict } from '../explore/common/verdict';
import type { ExploreOptions, ExplorationCheckpoint } from '../explore/explore-options';
import { explore } from '../explore/explorer';
import type { Worker } from '../explore/session/worker-group';
import { startStateThreads, type StateThreadStart } from '../parallel/state-threads';
import { ThreadLead, type WorkerStart } from '../parallel/lead';
import type { CountedOutcome, OutcomeTally } from '../outcomes/outcome-tally';
import { Nondeterminism } from '../program/outcomes';
import { beginInput } from '../program/next-input';
import { ProcessProgram } from '../program/process-program';
import type { BinaryNames } from '../report/binary-names';
import { readBody, saveCheckpoint, type CheckpointBody, type WrittenCheckpoint } from './checkpoint-file';
import type { HelperData, StateHelperData } from './check-helpers';
import type { CheckHooks } from './check-hooks';
import { ClusterCheck } from './cluster-check';
import { FollowedCheck } from './followed-check';
import { FuzzCheck } from './fuzz-check';
import { Confirmation } from './confirmation';
import { threadFile } from './io-module';
import { descriptions, namesOf, type CheckOutcome } from './found-error';
import { describeOutcome, refutedOutcome, tallyFor, type OutcomeRow } from './found-outcome';
import { checkMessages } from './check-messages';
import { Minimising, type Shown } from './minimising';
import { SampledProgram } from './sampled-program';
import { resourceLimits } from './stack';
import { notesOf } from './check-notes';
import { explained } from './visibility';
import type { SymbolicSearch } from '../symbolic/symbolic-search';
import { summaryOf } from './summary-of';
import type { CheckRequest } from './check-request';
import { symbolicSearchOf } from './symbolic-inputs-of';
import { unseenOf, withUnseen } from './unseen-code';
import {
  exploreOptionsOf,
  mayRollBack,
  programOptions,
  programTraits,
  runDeadline,
  startServer,
  usesLocalStates,
} from './checked-program';

/**
 * The work on executions after which states are explored, too, if the user named no equivalence: a few tenths of a
 * second.
 */
const MUCH_WORK = 100_000;

/** The check has failed, perhaps because runs were rolled back. */
export class RollbackFailure extends Error {}

/** Runs have loaded libraries with code that is not seen, of which the check did not know. */
export class UnseenLoaded extends Error {
  constructor(readonly modules: readonly Module[]) {
    super();
  }
}

/** One exploration of a program, and what is said of it. */
export class CheckRun {
  /** The checkpoint of an interrupted check, to continue from. */
  private readonly before: CheckpointBody | undefined;
  private readonly inputs: SymbolicSearch | undefined;
  private fuzz: FuzzCheck | undefined;
  private followed: FollowedCheck | undefined;
  private readonly server: Server;
  private readonly request: CheckRequest;
  private readonly deadline: number;
  private readonly sampled: SampledProgram;
  private readonly confirmation: Confirmation;
  private cluster: ClusterCheck | undefined;
  private minimising: Minimising | undefined;
  /** The file to resume from. */
  private left: WrittenCheckpoint = {};

  /** `started`: when the check began, in milliseconds. Starts the program; throws a DristaError if that fails. */
  constructor(
    given: CheckRequest,
    private readonly hooks: CheckHooks,
    private readonly started: number,
  ) {
    this.before = given.before ?? (given.resume === undefined ? undefined : readBody(given.resume));
    this.inputs = symbolicSearchOf(given, { interrupted: hooks.interrupted, seconds: () => this.secondsNow });
    this.server = startServer(given);
    this.request = seenRequest(given, this.server);
    this.deadline = runDeadline(this.timeLeft);
    this.sampled = new SampledProgram(this.request, this.deadline, this.before?.sampled);
    this.confirmation = new Confirmation(this.request);
  }

  /** Throws a DristaError, a RollbackFailure, or an UnseenLoaded. In any case the program is stopped. */
  run(): CheckOutcome {
    try {
      const program = this.load();
      const outcome = this.outcome(program);
      const { fuzz, followed } = this;
      if (followed !== undefined) return { ...outcome, followed: followed.isFollowed };
      return fuzz === undefined ? outcome : { ...outcome, pairs: fuzz.pairs(program) };
    } finally {
      this.stop();
    }
  }

  private stop(): void {
    this.cluster?.end(0, false);
    this.minimising?.stop();
    this.inputs?.stop();
    this.server.stop();
    this.sampled.stop();
    this.confirmation.stop();
  }

  /** How long the check has taken, with what it took before it was resumed. */
  private get seconds(): number {
    return (this.before?.seconds ?? 0) + this.secondsNow;
  }

  private get secondsNow(): number {
    return (Date.now() - this.started) / 1000;
  }

  /** Is the check to end, as it was interrupted or its time is over? */
  private get isOver(): boolean {
    return this.hooks.interrupted() || this.secondsNow >= (this.request.settings.timeLimit ?? Infinity);
  }

  /** The remaining seconds of the time limit: all of them, except in a check that is repeated. */
  private get timeLeft(): number | undefined {
    const {
      settings: { timeLimit, symbolic },
      asProcesses,
    } = this.request;
    if (timeLimit === undefined || (asProcesses === undefined && symbolic === undefined)) return timeLimit;
    return Math.max(1e-3, timeLimit - this.secondsNow);
  }

  /** The program, as far as it is known. */
  private load(): ProcessProgram {
    const { before, request, server, inputs, deadline } = this;
    if (before !== undefined && JSON.stringify(before.modules) !== JSON.stringify(server.modules))
      throw new DristaError(checkMessages.checkpointOfLibraries(request.resume ?? 'the check'));
    const traits = programTraits(request, server.modules);
    if (request.cluster !== undefined || before?.exploration.strategy === 'parts')
      this.cluster = new ClusterCheck(request, server, traits);
    const program = new ProcessProgram(server, {
      ...programOptions(request, traits, before?.program),
      ...(request.follows === undefined ? {} : { names: request.follows.threads }),
      deadline,
      ...(request.settings.symbolic === undefined ? {} : { onSymbolic: inputs?.onRun ?? ((): void => undefined) }),
      onTraces: (traces) => {
        this.fuzz?.ran(traces);
      },
    });
    if (request.fuzz !== undefined) this.fuzz = new FuzzCheck(request, request.fuzz, program, this.hooks.interrupted);
    if (request.follows !== undefined) this.followed = new FollowedCheck(request.follows, program);
    return program;
  }

  private outcome(program: ProcessProgram): CheckOutcome {
    const { request, sampled, confirmation, hooks } = this;
    const { settings } = request;
    const tally = tallyFor(request);
    const explored = this.verdict(program, tally);
    const verdict = {
      ...explored,
      errors: [...explored.errors, ...refutedOutcome(request, tally?.all(explored.executions) ?? [])],
    };
    this.requireSeen(program, verdict);
    hooks.onExplored?.(program, verdict);
    if (program.rolledBack || sampled.rolledBack || (settings.jobs > 1 && mayRollBack(request)))
      this.confirmAll(program, verdict);
    const found: Shown[] = [
      ...verdict.errors.map((error) => ({ error, program })),
      ...(verdict.sampled?.errors ?? []).map((error) => ({ error, program: sampled.program })),
    ];
    const describe = descriptions(request);
    const asFound = describe(found);
    const names = asFound.names(program);
    const rows = this.rows(program, tally?.all(verdict.executions), names);
    const ofRuns = this.server.runSeconds + sampled.runSeconds;
    const notes = notesOf(request, program, verdict, names, { seconds: this.seconds, ofRuns });
    const isOver = verdict.errors.length > 0 && !settings.keepGoing;
    const limitsHit = [...verdict.limitsHit, ...(program.fewValues && !isOver ? ['values'] : [])];
    const summary = summaryOf(request, { ...verdict, notes, limitsHit }, program, this.seconds, this.left);
    const outcome = asFound.outcome(summary, rows);
    if (found.length === 0 || (!settings.minimise && settings.decided === undefined)) return outcome;
    hooks.onOutcome(outcome);
    const taken = this.secondsNow;
    this.minimising = new Minimising(request, confirmation, {
      taken,
      left: (settings.timeLimit ?? Infinity) - taken,
      executions: verdict.executions,
      interrupted: hooks.interrupted,
    });
    return describe(this.minimising.decide(this.minimising.shorten(found))).outcome(summary, rows);
  }

  /** Explores the program, with all its inputs, and lets other machines go. */
  private verdict(program: ProcessProgram, tally: OutcomeTally | undefined): Verdict {
    const { inputs, cluster } = this;
    const explored =
      inputs === undefined
        ? this.guided(() => this.explore(program, tally))
        : inputs.run({
            restartWith: (input) => {
              beginInput(program, input);
            },
            explore: () => this.explore(program, tally),
            elsewhere: cluster?.leadInputs(program, inputs.expressions, () => this.isOver),
            nameOf: (thread, l) => `${thread} ${program.nameOf(l)}`,
          });
    const shared = cluster?.end(explored.executions, this.request.settings.verbose) ?? [];
    return { ...explored, notes: [...explored.notes, ...shared] };
  }

  /** What is explored where something other than the strategy decides what that is, too. */
  private guided(explore: () => Verdict): Verdict {
    const { fuzz, followed } = this;
    return fuzz?.verdict(explore) ?? followed?.verdict(explore()) ?? explore();
  }

  private explore(program: ProcessProgram, tally: OutcomeTally | undefined): Verdict {
    const { request, sampled, hooks } = this;
    try {
      return explore(program, this.exploreOptions(program, tally), (this.fuzz ?? this.followed)?.factories);
    } catch (error) {
      const isOfRuns = error instanceof Nondeterminism || error instanceof ServerFailure;
      if (isOfRuns && mayRollBack(request) && (program.rolledBack || sampled.rolledBack) && !hooks.interrupted())
        throw new RollbackFailure();
      if (error instanceof Nondeterminism) error.message = namesOf(program).text(error.message);
      throw explained(error, request, program);
    }
  }

  private exploreOptions(program: ProcessProgram, tally: OutcomeTally | undefined): ExploreOptions {
    const { request, server, sampled, cluster, hooks, inputs } = this;
    const { settings } = request;
    const body = (exploration: ExplorationCheckpoint): CheckpointBody => ({
      exploration,
      program: program.checkpoint(),
      sampled: sampled.checkpoint(),
      modules: server.modules,
      seconds: this.seconds,
    });
    return {
      ...exploreOptionsOf(settings),
      ...this.workers(program),
      // Where histories are not known to meet, states are as many as executions.
      turns:
        request.changesOver === true && usesLocalStates(request, server.modules) ? { after: MUCH_WORK } : undefined,
      timeLimitSeconds: this.timeLeft,
      onProgress: (p) => {
        hooks.onProgress({ ...p, runs: program.statistics.runs, workers: cluster?.workers });
      },
      interrupted: hooks.interrupted,
      onExecution:
        tally &&
        ((execution, n) => {
          tally.add(execution, n);
        }),
      resume: this.before?.exploration,
      onLimit: (exploration) => {
        // Outcomes and inputs are not kept, and nobody goes on with a check under other orders. Fuzzing has its corpus.
        if ([tally, inputs, request.orders, request.fuzz, request.follows].some((other) => other !== undefined)) return;
        hooks.onCheckpoint();
        this.left = saveCheckpoint(request, () => body(exploration()));
      },
      onSave: (exploration) => cluster?.save(() => body(exploration)),
      sampling:
        settings.chance === 0
          ? undefined
          : { share: settings.chance / 100, program: () => sampled.program, estimates: settings.estimates },
      ...this.followed?.options(hooks.interrupted),
    };
  }

  /** How other threads and machines are started, where the request asks for them. */
  private workers(program: ProcessProgram): Pick<ExploreOptions, 'startWorkers' | 'frontier' | 'leadParts'> {
    const { request, server, cluster, inputs } = this;
    const { jobs } = request.settings;
    const leadParts =
      inputs === undefined && cluster ? (worker: Worker) => cluster.leadParts(program, worker) : undefined;
    if (jobs === 1) return { leadParts };
    const threads = {
      workers: jobs,
      file: threadFile(),
      data: (start: WorkerStart): HelperData => ({ request, start, traits: programTraits(request, server.modules) }),
      resourceLimits,
    };
    const stateThreads = {
      ...threads,
      data: (start: StateThreadStart): StateHelperData => ({ request, states: start }),
    };
    return {
      startWorkers: (worker) => new ThreadLead(program, worker, server, threads),
      frontier: { start: () => startStateThreads(stateThreads) },
      leadParts,
    };
  }

  /** Throws if the verdict would cover less than the whole program. */
  private requireSeen(program: ProcessProgram, verdict: Verdict): void {
    const { request } = this;
    const unseen = unseenOf(program.loaded, request);
    if (unseen.length > 0) throw new UnseenLoaded(unseen);
    if (isEmpty(verdict)) throw new DristaError(checkMessages.noExecution(request.program));
    if (isNothingSeen(request, program, verdict)) throw new DristaError(checkMessages.nothingSeen(request.program));
  }

  private confirmAll(program: ProcessProgram, { errors, sampled }: Verdict): void {
    for (const error of errors) this.confirmation.confirm(error, program);
    for (const error of sampled?.errors ?? []) this.confirmation.confirm(error, this.sampled.program);
  }

  /** The outcomes as rows of a table; undefined: they are not wanted. */
  private rows(
    program: ProcessProgram,
    outcomes: readonly CountedOutcome[] | undefined,
    names: BinaryNames,
  ): OutcomeRow[] | undefined {
    const { request, confirmation } = this;
    if (outcomes !== undefined && program.rolledBack && request.savesOutcomes === true)
      for (const outcome of outcomes) confirmation.confirmExecution({ ...outcome, involved: [] }, 'outcome', program);
    return outcomes?.map((outcome) => describeOutcome(outcome, request, program, names));
  }
}

/** The request with what the started program shows of its code (withUnseen). Stops the server if it throws. */
function seenRequest(request: CheckRequest, server: Server): CheckRequest {
  try {
    return withUnseen(request, server.modules);
  } catch (error) {
    server.stop();
    throw error;
  }
}

/**
 * Whether the check observed nothing of the program: neither memory accesses, nor a thread with calls. Then drista
 * claims nothing.
 */
function isNothingSeen(
  { entry: { visibility } }: CheckRequest,
  program: ProcessProgram,
  { errors, limitsHit }: Verdict,
): boolean {
  return visibility === 'calls' && program.names.length === 0 && errors.length === 0 && limitsHit.length === 0;
}
