/** The failures of runs that did not show the event that they were made for, as errors for users. */
import { Status } from '../channel/protocol';
import type { RunResult } from '../channel/result';
import { DristaError } from '../base/errors';
import { describeThread, Kind, type ThreadId } from './label';
import { RunLimit } from './outcomes';
import type { ProcessProgramOptions } from './runner';

/** The call that is not supported and that stopped the run, as the number of its event; undefined: there is none. */
export function unsupportedEvent(run: RunResult): number | undefined {
  if (run.status !== Status.Stopped) return undefined;
  for (let i = run.events - 1; i >= 0; i--) if (run.kind(i) === (Kind.Unsupported as number)) return i;
  return undefined;
}

/** The data that messages about a run use. */
export interface RunContext {
  readonly path: string;
  readonly options: Pick<ProcessProgramOptions, 'maxEvents' | 'runSeconds' | 'memory'>;
  /** The loop that filled the run, as the end of a message. */
  readonly loop: () => string;
}

/**
 * The run ended before the thread came to the event that was asked for: RunLimit where a limit is the cause, otherwise
 * DristaError.
 */
export function missingEvent(run: RunResult, thread: ThreadId, { path, options, loop }: RunContext): Error {
  const at = `before ${describeThread(thread)} of ${path} got to its next event`;
  switch (run.status) {
    case Status.Time:
      return new RunLimit('time', `a run took longer than ${options.runSeconds ?? 10} s ${at}`);
    case Status.Cut: {
      const limit = `${options.maxEvents ?? 100_000} events ${at}${loop()}`;
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
