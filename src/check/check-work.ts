/** The work of the thread of a check: from its request to the messages of what it found. */
import { DristaError } from '../base/errors';
import { check } from './check';
import type { CheckHooks, CheckProgress } from './check-hooks';
import type { CheckOutcome } from './found-error';
import { ordersCheck, type OrdersRequest } from './orders-check';
import type { OrdersProgress, OrdersResult } from '../orders/orders-result';
import { safeCheck } from './safe-check';
import { specCheck, type SpecRequest } from './spec-check';
import type { SpecProgress, SpecResult } from '../spec/spec-result';
import type { ScheduleFile } from '../safe/schedule-file';
import type { CheckRequest } from './check-request';

/** A check or a safe schedule that is wanted, or memory orders, or the check of a data structure. */
export type Request =
  { readonly request: CheckRequest } | { readonly orders: OrdersRequest } | { readonly spec: SpecRequest };

/** A message to the thread. */
export type WorkerData = Request & {
  /** One Int32: not 0 when the check should end. */
  readonly interrupt: SharedArrayBuffer;
  /** Another request may follow, so the thread does not end. */
  readonly stays?: boolean;
};

export type Message =
  | { readonly type: 'progress'; readonly progress: CheckProgress }
  | { readonly type: 'checkpoint' }
  /** The outcome, which may be followed by one with shorter executions. */
  | { readonly type: 'preliminary'; readonly outcome: CheckOutcome }
  | { readonly type: 'outcome'; readonly outcome: CheckOutcome }
  | { readonly type: 'schedule'; readonly schedule: ScheduleFile; readonly last: boolean }
  | { readonly type: 'orders-progress'; readonly progress: OrdersProgress }
  | { readonly type: 'orders'; readonly result: OrdersResult }
  | { readonly type: 'spec-progress'; readonly progress: SpecProgress; readonly verified: string | undefined }
  | { readonly type: 'spec'; readonly result: SpecResult }
  | { readonly type: 'failed'; readonly message: string };

/** Performs the request; `post` is given what it finds, while it finds it. */
export function work({ interrupt, ...wanted }: WorkerData, post: (message: Message) => void): void {
  const flag = new Int32Array(interrupt);
  const interrupted = (): boolean => Atomics.load(flag, 0) !== 0;
  try {
    if ('orders' in wanted) {
      const onOrders = (progress: OrdersProgress): void => {
        post({ type: 'orders-progress', progress });
      };
      return post({ type: 'orders', result: ordersCheck(wanted.orders, { onOrders, interrupted }) });
    }
    if ('spec' in wanted) {
      const onSpec = (progress: SpecProgress, verified: string | undefined): void => {
        post({ type: 'spec-progress', progress, verified });
      };
      return post({ type: 'spec', result: specCheck(wanted.spec, { onSpec, interrupted }) });
    }
    const { request } = wanted;
    const hooks: CheckHooks = {
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
      interrupted,
    };
    if (request.safe === undefined) post({ type: 'outcome', outcome: check(request, hooks) });
    else post({ type: 'schedule', schedule: safeCheck(request, hooks), last: true });
  } catch (error) {
    // Anything but a DristaError is a bug in drista: it ends the thread, and its stack is printed.
    if (!(error instanceof DristaError)) throw error;
    post({ type: 'failed', message: error.message });
  }
}
