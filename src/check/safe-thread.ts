/** Looks for a safe schedule in a thread of its own, and ends it on Ctrl-C. */
import { killServers } from '../channel/server';
import { DristaError } from '../base/errors';
import type { ScheduleFile } from '../safe/schedule-file';
import { startWorker, workerFailure } from './check-thread';
import type { CheckProgress } from './check-hooks';
import { checkMessages } from './check-messages';
import type { CheckRequest } from './check-request';
import type { Message, WorkerData } from './check-work';

/** What is said while the search goes on. */
export interface ScheduleHooks {
  readonly onProgress: (progress: CheckProgress) => void;
  readonly onSchedule: (schedule: ScheduleFile) => void;
}

/**
 * Resolves with the widest schedule: on Ctrl-C with that of what was explored until then. Rejects with a DristaError
 * if there can be none, or at a second Ctrl-C.
 */
export function runSafeCheck(request: CheckRequest, { onProgress, onSchedule }: ScheduleHooks): Promise<ScheduleFile> {
  const interrupt = new SharedArrayBuffer(4);
  return new Promise((resolve, reject) => {
    const worker = startWorker();
    const finish = (then: () => void): void => {
      process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
      then();
    };
    const fail = (error: Error): void => {
      finish(() => {
        reject(error);
      });
    };
    const onSignal = (): void => {
      if (Atomics.exchange(new Int32Array(interrupt), 0, 1) === 0) return;
      fail(new DristaError(checkMessages.workerDied('a second signal')));
      killServers();
      void worker.terminate();
    };
    process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
    worker.on('message', (message: Message) => {
      if (message.type === 'progress') onProgress(message.progress);
      else if (message.type === 'failed') fail(new DristaError(message.message));
      else if (message.type === 'schedule' && !message.last) onSchedule(message.schedule);
      else if (message.type === 'schedule')
        finish(() => {
          resolve(message.schedule);
        });
    });
    worker.on('error', (error) => {
      fail(workerFailure(error));
    });
    worker.on('exit', (code) => {
      fail(new DristaError(checkMessages.workerDied(`code ${code}`)));
    });
    const data: WorkerData = { request, interrupt };
    worker.postMessage(data);
  });
}
