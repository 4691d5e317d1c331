/** What a check has found, beside what its test expects. */
import { sep } from 'node:path';
import type { CheckResult } from './test-check';
import type { ExpectedError, ExpectedTexts, TestCheck } from './test-header';

export type TestStatus =
  /** As expected. */
  | 'passed'
  /** Another verdict, other errors, or other texts. */
  | 'failed'
  /** A limit ended the check before it came to a verdict. */
  | 'undecided'
  /** The test could not be built or checked. */
  | 'broken';

export interface Comparison {
  readonly status: TestStatus;
  /** In one line what is not as expected; empty if all is. */
  readonly reason: string;
}

const noTexts: ExpectedTexts = { says: [], neverSays: [] };

/**
 * Compares the verdict and then what drista has said. Errors are compared by kind, and by place where one is expected.
 * Where one error is expected and --keep-going is not among the options, the first error that was found counts alone.
 */
export function compare(expected: TestCheck, found: CheckResult, texts = noTexts): Comparison {
  const verdict = compareVerdict(expected, found);
  return verdict.status === 'passed' ? compareTexts(texts, found) : verdict;
}

/** Compares what drista has said alone. */
export function compareTexts({ says, neverSays }: ExpectedTexts, { text, stderr }: CheckResult): Comparison {
  const isSaid = (part: string): boolean => text.includes(part) || stderr.includes(part);
  return differences(
    'texts',
    says.filter((part) => !isSaid(part)),
    neverSays.filter(isSaid),
  );
}

function compareVerdict(expected: TestCheck, found: CheckResult): Comparison {
  const isRefused = found.verdict === 'refused' && expected.verdict !== 'refused';
  if (found.verdict === 'failure' || isRefused)
    return { status: 'broken', reason: found.message ?? 'it could not be checked' };
  if (found.verdict === 'inconclusive' && expected.verdict !== 'inconclusive' && expected.outcomes === undefined) {
    const limits = found.limitsHit.join(', ');
    return { status: 'undecided', reason: `expected ${said(expected)}, undecided (limit: ${limits})` };
  }
  if (expected.outcomes !== undefined) return compareOutcomes(expected.outcomes, found);
  const isSame = found.verdict === expected.verdict && hasExpectedErrors(expected, found.errors);
  return isSame
    ? { status: 'passed', reason: '' }
    : { status: 'failed', reason: `expected ${said(expected)}, found ${foundText(found)}` };
}

/** All outcomes must be expected, and all expected ones be found. */
function compareOutcomes(expected: readonly string[], { outcomes = [], limitsHit }: CheckResult): Comparison {
  const isUndecided = limitsHit.length > 0;
  const missing = isUndecided ? [] : expected.filter((text) => !outcomes.includes(text));
  const more = outcomes.filter((text) => !expected.includes(text));
  if (isUndecided && more.length === 0)
    return { status: 'undecided', reason: `not all outcomes were found (limit: ${limitsHit.join(', ')})` };
  return differences('outcomes', missing, more);
}

function differences(what: string, missing: readonly string[], more: readonly string[]): Comparison {
  if (missing.length + more.length === 0) return { status: 'passed', reason: '' };
  const parts = [
    ...(missing.length === 0 ? [] : [`missing: ${missing.join('; ')}`]),
    ...(more.length === 0 ? [] : [`not expected: ${more.join('; ')}`]),
  ];
  return { status: 'failed', reason: `other ${what} (${parts.join('; ')})` };
}

/** Each expected error is there, and each error is expected. Errors may be alike: each counts once. */
function hasExpectedErrors({ errors, options }: TestCheck, found: CheckResult['errors']): boolean {
  const counted = errors.length === 1 && !options.includes('--keep-going') ? found.slice(0, 1) : found;
  return errors.length === counted.length && canMatch(errors, counted, new Set());
}

function canMatch(expected: readonly ExpectedError[], found: CheckResult['errors'], taken: Set<number>): boolean {
  if (expected.length === 0) return true;
  const [error, ...rest] = expected;
  return found.some((each, i) => {
    if (taken.has(i) || !isExpected(error, each)) return false;
    taken.add(i);
    if (canMatch(rest, found, taken)) return true;
    taken.delete(i);
    return false;
  });
}

function isExpected({ kind, place }: ExpectedError, found: CheckResult['errors'][number]): boolean {
  if (found.kind !== kind) return false;
  return (
    place === undefined || found.locations.some((at) => at.line === place.line && endsWithPath(at.file, place.file))
  );
}

/** Is `end` the path, or its last parts? */
function endsWithPath(path: string, end: string): boolean {
  return path === end || path.endsWith(`${sep}${end}`);
}

function said({ verdict, errors }: TestCheck): string {
  if (verdict !== 'error') return verdict;
  return errors.map(({ kind, place }) => (place ? `${kind} at ${place.file}:${place.line}` : kind)).join(' and ');
}

function foundText({ verdict, errors }: CheckResult): string {
  if (errors.length === 0) return verdict;
  return errors
    .map(({ kind, locations }) => {
      const places = [...new Set(locations.filter(({ file }) => file).map(({ file, line }) => `${file}:${line}`))];
      return places.length === 0 ? kind : `${kind} at ${places.join(' and ')}`;
    })
    .join('; ');
}
