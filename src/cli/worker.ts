/**
 * The thread in which a check runs, so that the main thread stays free for progress and Ctrl-C; and the threads of
 * further workers (--jobs), on this machine or for others (drista worker).
 */
import { parentPort, workerData } from 'node:worker_threads';
import { DristaError } from '../base/errors';
import { check, helpToCheck, type CheckProgress, type HelperData } from './checker';
import { runSlot, type SlotStart } from './cluster-slot';
import type { CheckOutcome } from './found-error';
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
  | { readonly type: 'failed'; readonly message: string };

function work({ task, interrupt }: WorkerData): void {
  const flag = new Int32Array(interrupt);
  const post = (message: Message): void => parentPort?.postMessage(message);
  try {
    const outcome = check(task, {
      onProgress: (progress) => {
        post({ type: 'progress', progress });
      },
      onOutcome: (outcome) => {
        post({ type: 'preliminary', outcome });
      },
      onCheckpoint: () => {
        post({ type: 'checkpoint' });
      },
      interrupted: () => Atomics.load(flag, 0) !== 0,
    });
    post({ type: 'outcome', outcome });
  } catch (error) {
    // Anything but a DristaError is a bug in drista: it ends the thread, and its stack is printed.
    if (!(error instanceof DristaError)) throw error;
    post({ type: 'failed', message: error.message });
  }
}

if (parentPort !== null) {
  const data = workerData as HelperData | { readonly slot: SlotStart } | null | undefined;
  if (data && 'slot' in data) runSlot(data.slot, parentPort);
  else if (data) helpToCheck(data);
  else parentPort.once('message', work);
}
