/** What there is in a mixed program for its functions to use. */
import type { Data, Lock } from './objects';

export interface Shared {
  readonly danger: 'none' | 'deadlocks' | 'races';
  /** Without main. */
  readonly threads: number;
  readonly locks: readonly Lock[];
  readonly data: readonly Data[];
  readonly atomics: number;
  readonly isSequential: boolean;
  /** Are there assertions that fail in some orders? */
  readonly asserts: boolean;
  /** Is there data that pthread_once initialises? */
  readonly once: boolean;
  /** Do threads have values with a destructor? */
  readonly key: boolean;
  /** Thread-local objects. */
  readonly locals: number;
}
