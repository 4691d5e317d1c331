/**
 * Independent tasks as jobs (src/check/task-lead.ts): each is a whole problem, that a worker only has to solve where
 * nothing is wrong.
 */
import { isClientTask, type ClientTask } from './client-job';
import { isInputTask, type InputTask } from './input-job';

export type Task = ClientTask | InputTask;

/** Is it the task of a job? */
export function isTask(value: unknown): value is Task {
  return isClientTask(value) || isInputTask(value);
}
