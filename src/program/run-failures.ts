/** Why a run did not bring what it was made for, as errors for users. */
import { Status, type Module } from '../channel/protocol';
import type { RunResult } from '../channel/result';
import { DristaError } from '../base/errors';
import { Symbols } from '../debug-info/symbols';
import { describeThread, Kind, type Label, type SiteId, type ThreadId, type Value } from './label';
import { busiestSite, loopText } from './loops';
import { Nondeterminism, RunLimit } from './outcomes';
import type { Step } from './program';
import type { ProcessProgramOptions } from './runner';

/**
 * The error of a run that stopped at a call that is not supported; undefined: it did not. `stack`: the return addresses
 * of the i-th event, the innermost first.
 */
export function unsupportedCall(
  run: RunResult,
  path: string,
  modules: readonly Module[],
  stack: (i: number) => readonly Value[],
): DristaError | undefined {
  if (run.status !== Status.Stopped) return undefined;
  let i = run.events - 1;
  while (i >= 0 && run.kind(i) !== (Kind.Unsupported as number)) i--;
  if (i < 0) return undefined;
  const [pc] = stack(i);
  const place = pc === undefined ? undefined : new Symbols(modules).places(pc)[0];
  const at = place === undefined ? '' : place.line > 0 ? ` at ${place.file}:${place.line}` : ` at ${place.function}`;
  const caller = `${describeThread(run.thread(i))} of ${path}${at}`;
  return new DristaError(`not supported yet: ${run.eventText(i)} (called by ${caller})`);
}

/** The run did not come to the step of its schedule; undefined: it went on after all of them. */
export function diverged(run: RunResult, step: Step | undefined, text: (l: Label) => string): Nondeterminism {
  const expected = step === undefined ? 'the end of the schedule' : text(step.label);
  return new Nondeterminism(step?.thread ?? 0, run.followed, expected, run.text);
}

/** The data that messages about a run use. */
export interface RunContext {
  readonly path: string;
  readonly options: Pick<ProcessProgramOptions, 'maxEvents' | 'runSeconds' | 'deadline' | 'memory'>;
  /** The place of an event of the run, and its text. */
  readonly siteOf: (event: number) => SiteId;
  readonly place: (site: SiteId) => string;
}

/**
 * The run ended before the thread came to the event that was asked for: RunLimit where a limit is the cause, otherwise
 * DristaError.
 */
export function missingEvent(run: RunResult, thread: ThreadId, context: RunContext): Error {
  const { path, options } = context;
  const at = `before ${describeThread(thread)} of ${path} got to its next event`;
  switch (run.status) {
    case Status.Time:
      if (Date.now() > (options.deadline ?? Infinity))
        return new RunLimit('deadline', `the time limit cut a run ${at}`);
      return new RunLimit('time', `a run took longer than ${options.runSeconds ?? 10} s ${at}`);
    case Status.Cut: {
      const limit = `${options.maxEvents ?? 100_000} events ${at}${busiestLoop(run, context)}`;
      return new RunLimit('events', `a run had more than ${limit}; a larger --max-steps allows more`);
    }
    case Status.Full: {
      const limit = options.memory === undefined ? 'it may have' : `${Math.floor(options.memory / 2 ** 20)} MiB`;
      return new RunLimit('memory', `a run had more memory than ${limit} ${at}: --memory-limit SIZE allows more`);
    }
    case Status.Killed: {
      const cause = 'most likely by the kernel, which had no memory left: --memory-limit SIZE ends it before that';
      return new RunLimit('killed', `a run was killed (SIGKILL) ${at}, ${cause}`);
    }
    case Status.Stuck:
      return new RunLimit('events', `a loop without any event went on ${at}`);
    default:
      return new DristaError(`a run ended (${Status[run.status]}) ${at}: please report this with the program`);
  }
}

/** The loop that filled the run, as the end of a message. */
function busiestLoop(run: RunResult, { siteOf, place }: RunContext): string {
  const events = Array.from({ length: run.events }, (_, i) => ({ thread: run.thread(i), site: siteOf(i) }));
  const found = busiestSite(events);
  return found === undefined ? '' : `; ${loopText(found, place(found.site))}`;
}
