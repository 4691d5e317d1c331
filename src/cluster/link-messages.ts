/** Messages between the thread of a check and the thread that speaks with Redis for it. */
import type { JobData } from './part-job';

/** To the thread that speaks with Redis. */
export type ToLink =
  /** A round begins; `start`: what workers need, encoded (RoundStart). */
  | { readonly type: 'begin'; readonly round: string; readonly start: Uint8Array }
  | { readonly type: 'add'; readonly jobs: readonly { readonly name: string; readonly data: JobData }[] }
  /** The result of the job was refused: it is to be done again. */
  | { readonly type: 'again'; readonly job: { readonly name: string; readonly data: JobData } }
  /**
   * The state of the check, from which another lead can go on; `update`: what is published for workers with it;
   * `taken`: jobs whose results are in it.
   */
  | {
      readonly type: 'save';
      readonly round: string;
      readonly snapshot: Uint8Array;
      readonly update: Uint8Array | undefined;
      readonly taken: readonly string[];
    }
  /** The round is over: its jobs are of no use. */
  | { readonly type: 'drop' }
  /** The check is over: nothing of it is to remain. */
  | { readonly type: 'end' };

/** How many threads of how many machines there are for the check. */
export interface Workers {
  readonly machines: number;
  readonly slots: number;
  readonly busy: number;
  /** How many threads wait for a part. */
  readonly wanted: number;
  /** Workers that run another build of drista, as text for people. */
  readonly others: readonly string[];
}

/** What was exchanged with Redis. */
export interface Traffic {
  readonly messages: number;
  readonly bytes: number;
}

/** From the thread that speaks with Redis. */
export type FromLink =
  | { readonly type: 'ready' }
  | { readonly type: 'workers'; readonly workers: Workers }
  | { readonly type: 'result'; readonly name: string; readonly report: Uint8Array }
  /** A worker refused the job, or too many workers were lost with it. */
  | { readonly type: 'refused'; readonly name: string; readonly message: string }
  /** Redis could not be reached, or takes no more. The check cannot go on with it. */
  | { readonly type: 'lost'; readonly message: string }
  | { readonly type: 'ended'; readonly traffic: Traffic };
