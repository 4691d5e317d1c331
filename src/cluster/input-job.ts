/** Symbolic inputs of a program as jobs (src/check/input-lead.ts). */
import type { Counts } from '../explore/common/verdict';
import type { ProgramCheckpoint } from '../program/program-checkpoint';
import type { ShownRows } from '../symbolic/expression-rows';
import type { TaskReport } from './task-report';

/** The program with this input (encodeInput). */
export interface InputTask {
  readonly input: Uint8Array;
}

/** What workers need for the inputs of a round: what the lead knows of the program. */
export interface InputsStart {
  readonly program: ProgramCheckpoint;
}

/** What a worker reports of an input that is verified; of others, no more than that. */
export interface InputReport extends TaskReport {
  readonly counts: Counts;
  readonly notes: readonly string[];
  /** Those of the runs (ProcessProgram.said). */
  readonly said: readonly string[];
  readonly statistics: { readonly runs: number; readonly events: number };
  readonly shown: ShownRows;
}

/** Is it the input of a job? */
export function isInputTask(value: unknown): value is InputTask {
  return (value as Partial<InputTask> | null | undefined)?.input instanceof Uint8Array;
}
