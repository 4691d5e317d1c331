/** What brute force finds out about a program. */
export interface Outcome {
  /** Combinations of values that the read-like events return, over complete executions (`valueKey`). */
  readonly value: Set<string>;
  /**
   * Reads-from classes of complete executions: `valueKey` from `rfKey`, since an operation on an object may return one
   * or the other from one source.
   */
  readonly rf: Set<string>;
  /** Those of executions without failed attempts, in programs that make some: the same, as the others lack nothing. */
  readonly whole: Set<string>;
  /** How many complete executions: consistent pairs of reads-from and co. */
  co: number;
  /**
   * Pairs of events `thread:site-thread:site` that race in some consistent execution, complete or not. After a race
   * executions go on, plain reads reading from any write that the axioms allow: with races the sets above mean nothing.
   */
  readonly races: Set<string>;
  /** Texts of errors that threads come to in some execution, complete or not. */
  readonly errors: Set<string>;
  /** Threads that end the program in some execution, complete or not, with a code other than 0: `thread:code`. */
  readonly exits: Set<string>;
  /** Did some execution end by exit while threads were left? */
  partial: boolean;
  /** Was one of them there for good, and not to join whoever called exit? */
  waits: boolean;
  /**
   * Values read (`valueKey`) where threads are left and all of them wait: for an object, to join, or in a loop for
   * another value.
   */
  readonly deadlocks: Set<string>;
}

/** Adds a problem for what only one of the sets has. */
export function same(what: string, mine: ReadonlySet<string>, theirs: ReadonlySet<string>, problems: string[]): void {
  const missing = [...theirs].filter((k) => !mine.has(k));
  const extra = [...mine].filter((k) => !theirs.has(k));
  if (missing.length > 0) problems.push(`${what}: misses ${missing.length}, such as ${missing[0]}`);
  if (extra.length > 0) problems.push(`${what}: ${extra.length} too many, such as ${extra[0]}`);
}
