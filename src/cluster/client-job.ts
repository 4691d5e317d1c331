/** Clients of a specification's test as jobs (src/check/spec-lead.ts). */
import type { TaskReport } from './task-report';

/** The client of this number among all. */
export interface ClientTask {
  readonly client: number;
}

/** What a worker reports of a client. */
export interface ClientReport extends TaskReport {
  /** Its text, as the worker has it. */
  readonly text: string;
  readonly executions: number;
  readonly histories: number;
  readonly notes: readonly string[];
}

/** Is it the client of a job? */
export function isClientTask(value: unknown): value is ClientTask {
  const { client } = (value ?? {}) as { readonly client?: unknown };
  return Number.isSafeInteger(client) && (client as number) >= 0;
}
