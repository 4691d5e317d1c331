/** What workers report of independent tasks (task-job.ts). */

/** What a worker reports of any task. */
export interface TaskReport {
  readonly format: number;
  /** The name of the job. */
  readonly job: string;
  /** `other`: an error or a limit, which the lead finds itself; `again`: the worker ends. */
  readonly found: 'verified' | 'other' | 'again';
}
