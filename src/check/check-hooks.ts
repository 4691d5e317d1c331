/** What a check tells while it goes on, and what it asks. */
import type { Progress } from '../explore/session/session-options';
import type { ScheduleFile } from '../safe/schedule-file';
import type { CheckOutcome } from './found-error';

/** How far a check has come. */
export interface CheckProgress extends Progress {
  readonly runs: number;
}

export interface CheckHooks {
  readonly onProgress: (p: CheckProgress) => void;
  /** Asked at every state: should the exploration end? */
  readonly interrupted: () => boolean;
  /** The check has ended with errors, which may be reported shorter in a moment. */
  readonly onOutcome: (outcome: CheckOutcome) => void;
  /** A limit has ended the exploration; the checkpoint is about to be written, which may take a while. */
  readonly onCheckpoint: () => void;
  /** A safe schedule was found, and more is explored. */
  readonly onSchedule?: (schedule: ScheduleFile) => void;
}
