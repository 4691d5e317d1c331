/** The work of the thread of a check: from its task to the messages of what it found. */
import { DristaError } from '../base/errors';
import { check, type CheckProgress, type Hooks } from './checker';
import type { CheckOutcome } from './found-error';
import { safeCheck } from './safe-check';
import type { ScheduleFile } from '../safe/schedule-file';
import type { Task } from './task';

/** The first message to the thread. */
export interface WorkerData {
  readonly task: Task;
  /** One Int32: not 0 when the check should end. */
  readonly interrupt: SharedArrayBuffer;
}

export type Message =
  | { readonly type: 'progress'; readonly progress: CheckProgress }
  | { readonly type: 'checkpoint' }
  /** The outcome, which may be followed by one with shorter executions. */
  | { readonly type: 'preliminary'; readonly outcome: CheckOutcome }
  | { readonly type: 'outcome'; readonly outcome: CheckOutcome }
  | { readonly type: 'schedule'; readonly schedule: ScheduleFile; readonly last: boolean }
  | { readonly type: 'failed'; readonly message: string };

/** Performs the task of a check; `post` is given what it finds, while it finds it. */
export function work({ task, interrupt }: WorkerData, post: (message: Message) => void): void {
  const flag = new Int32Array(interrupt);
  try {
    const hooks: Hooks = {
      onProgress: (progress) => {
        post({ type: 'progress', progress });
      },
      onOutcome: (outcome) => {
        post({ type: 'preliminary', outcome });
      },
      onCheckpoint: () => {
        post({ type: 'checkpoint' });
      },
      onSchedule: (schedule) => {
        post({ type: 'schedule', schedule, last: false });
      },
      interrupted: () => Atomics.load(flag, 0) !== 0,
    };
    if (task.safe === undefined) post({ type: 'outcome', outcome: check(task, hooks) });
    else post({ type: 'schedule', schedule: safeCheck(task, hooks), last: true });
  } catch (error) {
    // Anything but a DristaError is a bug in drista: it ends the thread, and its stack is printed.
    if (!(error instanceof DristaError)) throw error;
    post({ type: 'failed', message: error.message });
  }
}
