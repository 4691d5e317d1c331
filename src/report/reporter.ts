/** The interface of all output forms, and how the result of a check reaches them. */
import type { Progress } from '../explore/session/session-options';
import type { ReportError } from './report';
import type { Summary } from './summary';

/** The description of a check before it starts. */
export interface CheckStart extends Pick<Summary, 'program' | 'model' | 'equivalence' | 'strategy'> {
  /** Those of the program. */
  readonly arguments?: readonly string[];
}

/**
 * Presents one check. The calls come in this order: `start`; `progress` any number of times; then either `error` for
 * each error, `note` for each note, and `end`; or `failure`. If options or the program are wrong, `failure` is the only
 * call. A reporter implements the methods that it needs.
 *
 * Texts may hold control characters of the checked program: a reporter makes them visible (printable.ts).
 */
export interface Reporter {
  /** The check begins. */
  start?(check: CheckStart): void;
  /** How far the check has come. */
  progress?(progress: Progress): void;
  /** `file`: where the execution was saved; undefined: it could not be saved. */
  error?(error: ReportError, file: string | undefined): void;
  /** A note, which is no error. */
  note?(text: string): void;
  /** The check has ended; the summary includes all errors and notes. Rejects if the report cannot be written. */
  end?(summary: Summary): Promise<void>;
  /**
   * The check was not possible (exit code 2): the reason in one line, which the command line prints itself. `program`:
   * the program, where the command line names one.
   */
  failure?(message: string, program: string | undefined): Promise<void>;
}

/** Several reporters as one. */
export class Reporters implements Reporter {
  constructor(private readonly all: readonly Reporter[]) {}

  start(check: CheckStart): void {
    for (const reporter of this.all) reporter.start?.(check);
  }

  progress(progress: Progress): void {
    for (const reporter of this.all) reporter.progress?.(progress);
  }

  error(error: ReportError, file: string | undefined): void {
    for (const reporter of this.all) reporter.error?.(error, file);
  }

  note(text: string): void {
    for (const reporter of this.all) reporter.note?.(text);
  }

  /** Ends all reporters, one after the other, also if one of them fails. Then rejects with the first failure. */
  async end(summary: Summary): Promise<void> {
    const failures: unknown[] = [];
    for (const reporter of this.all) {
      try {
        await reporter.end?.(summary);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  /** Never rejects: the failure is known anyway, and may be the reason why a report cannot be written. */
  async failure(message: string, program: string | undefined): Promise<void> {
    for (const reporter of this.all) {
      try {
        await reporter.failure?.(message, program);
      } catch {
        // See above.
      }
    }
  }
}

/**
 * Reports a check that has ended. `files`: for each error of the summary, where its execution was saved. Rejects if a
 * report cannot be written.
 */
export async function reportResult(
  reporter: Reporter,
  summary: Summary,
  files: readonly (string | undefined)[],
): Promise<void> {
  for (const [i, error] of summary.errors.entries()) reporter.error?.(error, files[i]);
  for (const note of summary.notes) reporter.note?.(note);
  await reporter.end?.(summary);
}
