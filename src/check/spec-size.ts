/** Which clients a test is checked with, and how their calls are compared. */
export interface SpecSize {
  /** The size of the largest clients; undefined: as the test says. */
  readonly calls?: number | undefined;
  readonly threads?: number | undefined;
  /** The only client to check. */
  readonly client?: string | undefined;
  /** Does the order of calls in time count? Then calls and returns are ordered with each other. */
  readonly strict: boolean;
}
