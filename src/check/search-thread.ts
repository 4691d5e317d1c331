/** Performs a search that is more than one check in a thread of its own, and ends it on Ctrl-C. */
import { killServers } from '../channel/server';
import { DristaError } from '../base/errors';
import type { OrdersProgress, OrdersResult } from '../orders/orders-result';
import type { ScheduleFile } from '../safe/schedule-file';
import { echoes, startWorker, workerFailure } from './check-thread';
import type { CheckProgress } from './check-hooks';
import { checkMessages } from './check-messages';
import type { CheckRequest } from './check-request';
import type { Message, Request } from './check-work';
import type { OrdersRequest } from './orders-check';
import type { SpecRequest } from './spec-check';
import type { SpecProgress, SpecResult } from '../spec/spec-result';

/** What is said while a safe schedule is looked for. */
export interface ScheduleHooks {
  readonly onProgress: (progress: CheckProgress) => void;
  readonly onSchedule: (schedule: ScheduleFile) => void;
}

/**
 * Resolves with the widest schedule: on Ctrl-C with that of what was explored until then. Rejects with a DristaError
 * if there can be none, or at a second Ctrl-C.
 */
export function runSafeCheck(request: CheckRequest, { onProgress, onSchedule }: ScheduleHooks): Promise<ScheduleFile> {
  return search({ request }, (message) => {
    if (message.type === 'progress') onProgress(message.progress);
    else if (message.type === 'schedule' && message.last) return message.schedule;
    else if (message.type === 'schedule') onSchedule(message.schedule);
    return undefined;
  });
}

/**
 * Looks for memory orders. Resolves with what was found: on Ctrl-C with the best orders until then. Rejects with a
 * DristaError if a test cannot be checked, or at a second Ctrl-C.
 */
export function runOrdersCheck(
  orders: OrdersRequest,
  onProgress: (progress: OrdersProgress) => void,
): Promise<OrdersResult> {
  return search({ orders }, (message) => {
    if (message.type === 'orders-progress') onProgress(message.progress);
    return message.type === 'orders' ? message.result : undefined;
  });
}

/**
 * Checks a data structure against its specification, so many clients at a time. Resolves with what each worker has
 * found: on Ctrl-C with that of the clients until then. `onProgress` is given the number of the worker, and the client
 * that it has verified. Rejects with a DristaError if the test cannot be checked, or at a second Ctrl-C.
 */
export function runSpecCheck(
  spec: SpecRequest,
  jobs: number,
  onProgress: (worker: number, progress: SpecProgress, verified: string | undefined) => void,
): Promise<readonly SpecResult[]> {
  const failed = new SharedArrayBuffer(4);
  return Promise.all(
    Array.from({ length: jobs }, (_, index) =>
      search<SpecResult>({ spec: { ...spec, share: { index, of: jobs, failed } } }, (message) => {
        if (message.type === 'spec-progress') onProgress(index, message.progress, message.verified);
        return message.type === 'spec' ? message.result : undefined;
      }),
    ),
  );
}

/** Performs the request. `receive` is given the messages, and returns the result when it is there. */
function search<Result>(request: Request, receive: (message: Message) => Result | undefined): Promise<Result> {
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
    const isEcho = echoes();
    const onSignal = (): void => {
      if (isEcho()) return;
      if (Atomics.exchange(new Int32Array(interrupt), 0, 1) === 0) return;
      fail(new DristaError(checkMessages.workerDied('a second signal')));
      killServers();
      void worker.terminate();
    };
    process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
    worker.on('message', (message: Message) => {
      if (message.type === 'failed') return fail(new DristaError(message.message));
      const result = receive(message);
      if (result !== undefined)
        finish(() => {
          resolve(result);
        });
    });
    worker.on('error', (error) => {
      fail(workerFailure(error));
    });
    worker.on('exit', (code) => {
      fail(new DristaError(checkMessages.workerDied(`code ${code}`)));
    });
    worker.postMessage({ ...request, interrupt });
  });
}
