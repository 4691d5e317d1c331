/** The functions by which a check reports its progress and asks whether it should end. */
import type { Verdict } from '../explore/common/verdict';
import type { Progress } from '../explore/session/session-options';
import type { ScheduleFile } from '../safe/schedule-file';
import type { ProcessProgram } from '../program/process-program';
import type { CheckOutcome } from './found-error';

/** How far a check has come. */
export interface CheckProgress extends Progress {
  readonly runs: number;
}

export interface CheckHooks {
  readonly onProgress: (p: CheckProgress) => void;
  /** Called at every state: whether the exploration should end. */
  readonly interrupted: () => boolean;
  /** The check has ended with errors, which may be reported shorter in a moment. */
  readonly onOutcome: (outcome: CheckOutcome) => void;
  /** A limit has ended the exploration; the checkpoint is about to be written, which may take a while. */
  readonly onCheckpoint: () => void;
  /** The exploration has ended; the program has all events that it has met. */
  readonly onExplored?: (program: ProcessProgram, verdict: Verdict) => void;
  /** Called with each safe schedule, while the search goes on. */
  readonly onSchedule?: (schedule: ScheduleFile) => void;
}
