/** Explores a program for a safe schedule, in the thread of a check (src/safe/). */
import { realpathSync } from 'node:fs';
import { ServerFailure, type Server } from '../channel/server';
import { DristaError } from '../base/errors';
import { StepRecorder } from '../explore/common/step-recorder';
import type { FoundError } from '../explore/common/verdict';
import { explore } from '../explore/explorer';
import { stateSearch } from '../explore/strategy/state-space/state-search';
import type { StrategyFactory } from '../explore/strategy/strategy';
import { Kind, type Label } from '../program/label';
import { Nondeterminism } from '../program/outcomes';
import { ProcessProgram } from '../program/process-program';
import type { BinaryNames } from '../report/binary-names';
import { operation } from '../report/operation';
import { placeIn, shortPlace } from '../report/source-places';
import { SolvingTime } from '../safe/solving-time';
import { automatonOf, extract, operandOf, SCHEDULE_VERSION, type ScheduledEvent } from '../safe/safe-schedule';
import { scheduleForm, type ScheduleFile } from '../safe/schedule-file';
import { unsupportedIn } from '../safe/enforceable';
import type { CheckHooks } from './check-hooks';
import { namesOf } from './found-error';
import { checkMessages } from './check-messages';
import { explained } from './visibility';
import { withUnseen } from './unseen-code';
import type { CheckRequest } from './check-request';
import {
  exploreOptionsOf,
  mayRollBack,
  programOptions,
  programTraits,
  runDeadline,
  startServer,
} from './checked-program';

/** The program has executions that are no interleavings of its threads. */
class NotByStates extends Error {}

/** Takes over where states cannot be explored. */
const refusal: StrategyFactory<unknown> = {
  name: 'refusal',
  applies: () => true,
  create: ({ program }) => {
    if (program.mixesSizes === true)
      throw new DristaError(checkMessages.noSchedule('atomic accesses of several sizes that overlap', ''));
    throw new NotByStates();
  },
};

/** The most steps that are explored for a first schedule. */
const FIRST_STEPS = 20_000;

/**
 * The safe schedule of the program. `hooks.onSchedule` gets earlier ones, if the request asks for them. Throws a
 * DristaError if the program cannot be explored by states, or does what no schedule can contain.
 */
export function safeCheck(request: CheckRequest, hooks: CheckHooks): ScheduleFile {
  try {
    return checkOnce(request, hooks, false);
  } catch (error) {
    if (!(error instanceof NotByStates)) throw error;
    // Enforced executions are interleavings: the library performs one atomic operation after the other.
    return checkOnce({ ...request, settings: { ...request.settings, model: 'sc' } }, hooks, true);
  }
}

/** `weak`: interleavings are not all that the program can do by itself. */
function checkOnce(request: CheckRequest, hooks: CheckHooks, weak: boolean): ScheduleFile {
  const server = startServer(request);
  try {
    withUnseen(request, server.modules); // throws where there is some
    const traits = programTraits(request, server.modules);
    if (traits.sections) throw new DristaError(checkMessages.noSchedule('an atomic section', ''));
    const deadline = runDeadline(request.settings.timeLimit);
    // Under a schedule the library performs them, and none fails spuriously.
    const options = {
      ...programOptions(request, traits, undefined),
      weakExchanges: 'strong' as const,
      tellsAll: true,
      deadline,
    };
    const program = new ProcessProgram(server, options);
    const made = (recorder: StepRecorder, complete: boolean): ScheduleFile =>
      scheduleOf(request, program, server, recorder, complete, weak);
    const timing = new SolvingTime(request.settings.timeLimit);
    const first = firstSchedule(request, program, hooks, timing, made);
    if (first !== undefined && request.safe?.iterates === true) hooks.onSchedule?.(first);
    let moves = first === undefined ? 0 : movesOf(first);
    const recorder = new StepRecorder((all) => {
      if (!timing.isDue(all.steps, request.safe?.iterates === true)) return;
      if (unsupportedIn(all.states) !== undefined) return;
      const schedule = timing.measure(all.steps, () => made(all, false));
      if (request.safe?.iterates !== true) return;
      const now = movesOf(schedule);
      if (now > moves) hooks.onSchedule?.(schedule);
      moves = Math.max(moves, now);
    });
    const interrupted = (): boolean => hooks.interrupted() || timing.isOver(recorder.steps);
    const { limitsHit } = explored(request, program, { ...hooks, interrupted }, recorder);
    const unsupported = unsupportedIn(recorder.states);
    if (unsupported !== undefined) {
      const names = namesOf(program);
      throw new DristaError(checkMessages.noSchedule(unsupported.what, placeOf(unsupported.label, names)));
    }
    const last = made(
      recorder,
      limitsHit.every((limit) => limit === 'weak-cas'),
    );
    return last.verdict === 'unknown' && first !== undefined ? { ...first, found: last.found } : last;
  } catch (error) {
    const isOfRuns = error instanceof Nondeterminism || error instanceof ServerFailure;
    if (!isOfRuns || !mayRollBack(request) || hooks.interrupted()) throw error;
    return checkOnce({ ...request, asProcesses: checkMessages.notUndone }, hooks, weak);
  } finally {
    server.stop();
  }
}

/**
 * A schedule of one fair order of threads, with all inputs, as soon as it can be had; undefined: there is none among
 * the steps that were explored for it.
 */
function firstSchedule(
  request: CheckRequest,
  program: ProcessProgram,
  hooks: CheckHooks,
  timing: SolvingTime,
  made: (recorder: StepRecorder, complete: boolean) => ScheduleFile,
): ScheduleFile | undefined {
  const recorder = new StepRecorder();
  const interrupted = (): boolean =>
    hooks.interrupted() || recorder.steps >= FIRST_STEPS || timing.isHalf || timing.isOver(recorder.steps);
  explored(request, program, { ...hooks, interrupted }, recorder, true);
  if (unsupportedIn(recorder.states) !== undefined) return undefined;
  const schedule = timing.measure(recorder.steps, () => made(recorder, false));
  return schedule.states.length > 0 ? schedule : undefined;
}

function movesOf({ states }: ScheduleFile): number {
  return states.reduce((n, { go }) => n + go.length, 0);
}

function explored(
  request: CheckRequest,
  program: ProcessProgram,
  hooks: CheckHooks,
  recorder: StepRecorder,
  oneOrder = false,
): { readonly limitsHit: readonly string[] } {
  const { settings } = request;
  const blame = ({ kind, message, involved }: FoundError): boolean => {
    const places = [...new Set(involved.map(({ label }) => program.place(label.site)))];
    recorder.blame(`${kind.replace('-', ' ')}: ${message}${places.length === 0 ? '' : `: ${places.join(' and ')}`}`);
    return false;
  };
  try {
    return explore(
      program,
      {
        ...exploreOptionsOf(settings),
        equivalence: 'state',
        reduction: false,
        recorder,
        oneOrder,
        keepGoing: true,
        accepts: blame,
        timeLimitSeconds: settings.timeLimit,
        interrupted: hooks.interrupted,
        onProgress: (p) => {
          hooks.onProgress({ ...p, runs: program.statistics.runs });
        },
      },
      [stateSearch, refusal],
    );
  } catch (error) {
    if (error instanceof Nondeterminism) error.message = namesOf(program).text(error.message);
    throw error instanceof NotByStates ? error : explained(error, request, program);
  }
}

function scheduleOf(
  request: CheckRequest,
  program: ProcessProgram,
  server: Server,
  { states, before }: StepRecorder,
  complete: boolean,
  weak: boolean,
): ScheduleFile {
  const { verdict, scheduler, avoided, found } = extract(states, before, complete, weak);
  const names = namesOf(program);
  const file = realpathSync(request.program);
  const executable = server.modules.find(({ path }) => path === file) ?? server.modules[0];
  const inside = (address: unknown): number | null => {
    const offset = Number(address) - executable.base;
    return address !== undefined && offset >= 0 && offset < executable.size ? offset : null;
  };
  const describe = (label: Label): ScheduledEvent => ({
    kind: Kind[label.kind],
    site: inside(label.site < 0 ? undefined : program.stack(label.site)[0]),
    object: inside(label.loc < 0 ? undefined : program.locations.addressOf(label)),
    operand: operandOf(label),
    text: operation(
      { thread: 0, label, value: 0, written: undefined, source: -2 },
      names.data(label),
      // What an access returns depends on the state.
      label.kind === Kind.Load || label.kind === Kind.Rmw,
    ),
    place: placeOf(label, names),
  });
  names.load(distinct(states.flatMap((state) => state?.pending.map(({ label }) => label) ?? [])), avoided, {
    steps: [],
    memory: [],
  });
  const automaton = scheduler.exists
    ? automatonOf(states, scheduler.permitted, describe)
    : { events: [], effects: [], states: [] };
  const unfair = scheduler.unfair.map(({ threads }) => checkMessages.unfair(threads));
  return {
    form: scheduleForm,
    version: SCHEDULE_VERSION,
    program: request.program,
    buildId: request.buildId,
    arguments: request.arguments,
    model: request.settings.model,
    verdict,
    complete,
    found,
    threads: program.names,
    avoided: avoided.map((text) => names.text(text)),
    notes: [...(weak ? [checkMessages.onlyInterleavings] : []), ...new Set(unfair)],
    ...automaton,
  };
}

/** One label of each place and object: there are many states, and few of these. */
function distinct(labels: readonly Label[]): Label[] {
  const byName = new Map(labels.map((l) => [[l.kind, l.loc, l.size, l.thread, l.site].join(' '), l]));
  return [...byName.values()];
}

function placeOf(label: Label, names: BinaryNames): string {
  return shortPlace(placeIn(names.stack(label)));
}
