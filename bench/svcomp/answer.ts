/** What drista's report says about a property of a task. */
import type { Property } from './task';

export interface Answer {
  /** Undefined: unknown. */
  readonly holds: boolean | undefined;
  /** Why it is unknown; the error that violates the property. */
  readonly reason: string;
}

/** The fields of drista's report that matter. */
export interface Report {
  readonly verdict: string;
  readonly message?: string;
  readonly limitsHit?: readonly string[];
  readonly errors?: readonly { readonly kind: string; readonly message: string }[];
}

type FoundError = NonNullable<Report['errors']>[number];

const violations: Readonly<Record<Property, (e: FoundError) => boolean>> = {
  'unreach-call': ({ message }) => /(reach_error|__VERIFIER_error) was called/.test(message),
  'no-data-race': ({ kind }) => kind === 'data-race',
  'valid-memsafety': ({ kind, message }) =>
    kind === 'memory' || (kind === 'crash' && /crashes: (segmentation fault|bus error)/.test(message)),
  'no-overflow': ({ kind, message }) => kind === 'crash' && /crashes: .*check of -fsanitize\)/.test(message),
  termination: ({ kind }) => kind === 'livelock',
};

/** Does an error of the report violate the property? */
export function violation(property: Property, { errors = [] }: Report): FoundError | undefined {
  return errors.find(violations[property]);
}

/**
 * Errors in which no thread can go on: what follows them is known. Other errors end the execution early, and with it
 * what other threads would have done.
 */
const complete = new Set(['deadlock', 'livelock']);

/** The reason of an answer: the time was over. */
export const outOfTime = 'limit: time';

/** The reason of an answer: all that was wanting are other values of inputs. */
export const someValues = 'limit: values';

/** The answer; `inputs`: types of inputs of which not all values were taken. */
export function answerOf(property: Property, report: Report, inputs: readonly string[]): Answer {
  const found = violation(property, report);
  if (found !== undefined) return { holds: false, reason: `${found.kind}: ${found.message}` };
  if (report.verdict === 'failure') return { holds: undefined, reason: report.message ?? 'refused' };
  const [limit] = report.limitsHit ?? [];
  if (report.verdict === 'inconclusive' || limit !== undefined)
    return { holds: undefined, reason: `limit: ${limit ?? 'inconclusive'}` };
  const other = report.errors?.find(({ kind }) => !complete.has(kind));
  if (other !== undefined) return { holds: undefined, reason: `an error of another kind: ${other.message}` };
  if (inputs.length > 0)
    return { holds: undefined, reason: `only some values of inputs were taken (${inputs.join(', ')})` };
  if (property === 'valid-memsafety')
    return { holds: undefined, reason: 'accesses outside objects on stacks and in static memory are not checked' };
  if (property === 'termination') return { holds: undefined, reason: 'only loops that wait are decided' };
  return { holds: true, reason: '' };
}
