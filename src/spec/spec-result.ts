/** What `drista spec` finds out, as plain data. */
import type { SavedExecution } from '../report/saved-format';
import type { ReportError } from '../report/report';
import type { SpecDescription } from './description';
import type { History } from './call-history';
import type { Refutation } from './judge';

/** `verified`: all clients have only histories that the specification permits. */
export type SpecVerdict = 'verified' | 'error' | 'inconclusive';

/** How far the search has come. */
export interface SpecProgress {
  /** Clients that are checked, and those that there are. */
  readonly done: number;
  readonly clients: number;
  /** The number of calls of the client that is checked now. */
  readonly calls: number;
  readonly executions: number;
  readonly histories: number;
}

/** The smallest client with an error. */
export interface SpecFailure {
  readonly client: string;
  /** Its place among all clients. */
  readonly number: number;
  readonly error: ReportError;
  readonly saved: Omit<SavedExecution, 'format'>;
  /** If the specification does not permit what the calls return, and not another kind of error. */
  readonly refuted?: { readonly history: History; readonly why: Refutation };
}

export interface SpecResult extends SpecProgress {
  readonly verdict: SpecVerdict;
  readonly description: SpecDescription;
  /** The only client that was checked, if one was asked for. */
  readonly client?: string | undefined;
  /** Clients that are left out: in some order of their calls one waits for ever, or may not be called. */
  readonly leftOut: number;
  readonly seconds: number;
  readonly failure?: SpecFailure;
  /** Limits that ended the check of some client, and the first client that they ended. */
  readonly limitsHit: readonly string[];
  readonly limited?: string;
  readonly notes: readonly string[];
}
