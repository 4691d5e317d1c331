/** Exit codes: what a run of drista claims. */

export enum Exit {
  Verified = 0,
  Error = 1,
  Failure = 2,
  Inconclusive = 3,
  /** `drista safe`: there is a safe schedule, and executions that are not safe or were not explored. */
  PartiallySafe = 4,
}
