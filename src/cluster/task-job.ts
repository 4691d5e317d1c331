/**
 * Independent tasks as jobs (src/check/task-lead.ts): each is a whole problem, that a worker only has to solve where
 * nothing is wrong.
 */
import { isClientTask, type ClientTask } from './client-job';
import { isInputTask, type InputTask } from './input-job';

export type Task = ClientTask | InputTask;

/** What a worker reports of any task. */
export interface TaskReport {
  readonly format: number;
  /** The name of the job. */
  readonly job: string;
  /** `other`: an error or a limit, which the lead finds itself; `again`: the worker ends. */
  readonly found: 'verified' | 'other' | 'again';
}

/** Is it the task of a job? */
export function isTask(value: unknown): value is Task {
  return isClientTask(value) || isInputTask(value);
}
