/** A test for `drista spec`, as its program describes itself (runtime/include/drista/spec-client.h). */
import { DristaError } from '../base/errors';
import type { ProgressGuarantee } from '../explore/common/progress-guarantee';

export interface SpecOperation {
  readonly name: string;
  /** Of each parameter: how many values it may have; 0: each call has one of its own. */
  readonly parameters: readonly number[];
}

export interface SpecDescription {
  /** What the object is to be; empty: the specification is one of the test. */
  readonly name: string;
  /** The size of the largest clients: calls, without the last ones of main, and threads. */
  readonly calls: number;
  readonly threads: number;
  readonly operations: readonly SpecOperation[];
  /** How threads get on whatever others do; undefined: nothing is said of that. */
  readonly progress?: Exclude<ProgressGuarantee, 'starvation-free'>;
  /** The most steps that a call takes; undefined: nothing is said of that. */
  readonly steps?: number;
  /** What main may call before all threads, and how often at most. */
  readonly initial?: { readonly operation: string; readonly calls: number };
  /** The operation with which main empties the object at the end. */
  readonly drain?: string;
  /** The operation with which main looks at the object at the end, with each value of its parameters. */
  readonly look?: string;
}

/** The most calls and threads that a client may have (runtime/include/drista/spec-core.h). */
export const MAX_CALLS = 15,
  MAX_THREADS = 8;

/** Reads the description. Throws a DristaError if it is none. */
export function readDescription(text: string, program: string): SpecDescription {
  let found: Partial<SpecDescription & { form: string }> | null;
  try {
    found = JSON.parse(text) as typeof found;
  } catch {
    found = null;
  }
  if (found?.form !== 'drista spec' || found.operations === undefined)
    throw new DristaError(`${program} is no test for \`drista spec\`: include <drista/spec.h>, and use DRISTA_SPEC`);
  const description = found as SpecDescription;
  requireWithin('calls', description.calls, MAX_CALLS);
  requireWithin('threads', description.threads, MAX_THREADS);
  return description;
}

/** Throws a DristaError if a size is none. */
export function requireWithin(what: 'calls' | 'threads', size: number, most: number): void {
  if (!Number.isInteger(size) || size < 1 || size > most)
    throw new DristaError(
      `${size} ${what}: a client has at least one, and at most ${most} (the last calls not counted)`,
    );
}
