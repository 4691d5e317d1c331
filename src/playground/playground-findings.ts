/** What is to be explored, and what was found, as plain data that worker and page exchange. */
import type { ModelName } from '../model/names';

/** What is to be explored. */
export interface PlaygroundRequest {
  readonly text: string;
  /** The first one is that of the verdict. */
  readonly models: readonly ModelName[];
  /** Of each model. */
  readonly maxExecutions: number;
  readonly maxSeconds: number;
}

/** What was found under one model. */
export interface ModelFindings {
  readonly model: ModelName;
  readonly verdict: 'verified' | 'error' | 'inconclusive';
  /** Executions without an error, and those in which a thread waits for ever without that being an error. */
  readonly executions: number;
  readonly blocked: number;
  /** Messages of the errors, in the order in which they were found. */
  readonly errors: readonly { readonly kind: string; readonly message: string }[];
  /** The outcomes of executions that can be shown, in the order in which they were found. */
  readonly shown: readonly string[];
  readonly limits: readonly string[];
  readonly notes: readonly string[];
  readonly seconds: number;
  /** For a litmus test: the answer in the lines of herd7. */
  readonly answer?: readonly string[];
}

export interface PlaygroundFindings {
  readonly form: 'c' | 'litmus';
  /** How executions are counted. */
  readonly equivalence: 'observational' | 'co';
  readonly models: readonly ModelFindings[];
  readonly rows: readonly FoundOutcomeRow[];
}

/** An outcome, or an error. */
export interface FoundOutcomeRow {
  readonly text: string;
  readonly isError: boolean;
  /** By model: the number of executions; undefined: the model has none; 'error': executions end there. */
  readonly executions: readonly (number | 'error' | undefined)[];
}
