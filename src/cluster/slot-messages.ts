/** Messages between the main thread of a worker and its threads, each of which explores parts of one round. */

/** To a thread that explores. */
export interface PartOrder {
  /** The name of the job. */
  readonly job: string;
  /** The part, encoded. */
  readonly part: Uint8Array;
  readonly cut: boolean;
  /** What the lead has published since the last part, each encoded. */
  readonly updates: readonly Uint8Array[];
}

/** What a thread answers. */
export type PartAnswer =
  | { readonly type: 'ready' }
  /** Encoded (PartReport); `usable`: it can explore another part. */
  | { readonly type: 'report'; readonly report: Uint8Array; readonly usable: boolean }
  /** The part was of no use any more. */
  | { readonly type: 'dropped' }
  /** This machine cannot take part in the check. */
  | { readonly type: 'refused'; readonly message: string };
