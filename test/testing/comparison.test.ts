import { compare } from '../../src/testing/comparison';
import type { CheckResult } from '../../src/testing/test-check';
import { readHeader } from '../../src/testing/test-header';

const result: CheckResult = {
  verdict: 'verified',
  executions: 1,
  seconds: 0,
  limitsHit: [],
  errors: [],
  text: '',
  stderr: '',
};

function found(...errors: [CheckResult['errors'][number]['kind'], ...string[]][]): CheckResult {
  const locations = (places: readonly string[]): { file: string; line: number }[] =>
    places.map((place) => ({ file: place.split(':')[0], line: Number(place.split(':')[1]) }));
  return {
    ...result,
    verdict: errors.length === 0 ? 'verified' : 'error',
    errors: errors.map(([kind, ...places]) => ({ kind, message: '', execution: '', locations: locations(places) })),
  };
}

const compared = (header: string, of: CheckResult): string => {
  const text = header.replace(/^/gm, '// drista: ');
  const read = readHeader(text, 'a.c');
  const { status, reason } = compare(read.checks[0], of, read);
  return reason === '' ? status : `${status}: ${reason}`;
};

const outcomes = (texts: string[], ...limitsHit: string[]): CheckResult => ({
  ...result,
  verdict: limitsHit.length > 0 ? 'inconclusive' : 'verified',
  limitsHit,
  outcomes: texts,
});

test.each<[string, CheckResult, string]>([
  ['outcomes b a', outcomes(['a', 'b']), 'passed'],
  ['outcomes a b', outcomes(['a']), 'failed: other outcomes (missing: b)'],
  ['outcomes a', outcomes(['a', 'b', 'c']), 'failed: other outcomes (not expected: b; c)'],
  ['outcomes a b', outcomes(['a'], 'time'), 'undecided: not all outcomes were found (limit: time)'],
  ['outcomes a b', outcomes(['c'], 'time'), 'failed: other outcomes (not expected: c)'],
  ['verified', found(), 'passed'],
  ['verified', found(['crash', 'a.c:1']), 'failed: expected verified, found crash at a.c:1'],
  ['error crash', found(), 'failed: expected crash, found verified'],
  ['error crash', found(['crash', 'a.c:1'], ['abort', 'a.c:2']), 'passed'],
  [
    'error abort',
    found(['crash', 'a.c:1'], ['abort', 'a.c:2']),
    'failed: expected abort, found crash at a.c:1; abort at a.c:2',
  ],
  [
    'error crash --keep-going',
    found(['crash', 'a.c:1'], ['abort', 'a.c:2']),
    'failed: expected crash, found crash at a.c:1; abort at a.c:2',
  ],
  ['error data-race at b/a.h:2', found(['data-race', '/x/c.c:1', '/x/b/a.h:2']), 'passed'],
  [
    'error data-race at a.h:2',
    found(['data-race', '/x/b/aa.h:2']),
    'failed: expected data-race at a.h:2, found data-race at /x/b/aa.h:2',
  ],
  [
    'error data-race at a.h:2',
    found(['data-race', 'a.h:3']),
    'failed: expected data-race at a.h:2, found data-race at a.h:3',
  ],
  ['error crash\nerror crash at a.c:1', found(['crash', 'a.c:1'], ['crash', 'a.c:2']), 'passed'],
  [
    'error crash\nerror crash at a.c:1',
    found(['crash', 'a.c:2'], ['crash', 'a.c:2']),
    'failed: expected crash and crash at a.c:1, found crash at a.c:2; crash at a.c:2',
  ],
  ['error crash\nerror abort', found(['crash', 'a.c:1']), 'failed: expected crash and abort, found crash at a.c:1'],
  [
    'verified',
    { ...result, verdict: 'inconclusive', limitsHit: ['time'] },
    'undecided: expected verified, undecided (limit: time)',
  ],
  ['inconclusive', { ...result, verdict: 'inconclusive', limitsHit: ['steps'] }, 'passed'],
  ['inconclusive', found(), 'failed: expected inconclusive, found verified'],
  ['verified', { ...result, verdict: 'failure', message: 'no program' }, 'broken: no program'],
  ['refused', { ...result, verdict: 'failure', message: 'no program' }, 'broken: no program'],
  ['verified', { ...result, verdict: 'refused', message: 'uses fork' }, 'broken: uses fork'],
  ['outcomes a', { ...result, verdict: 'refused', message: 'uses fork' }, 'broken: uses fork'],
  ['refused', { ...result, verdict: 'refused', message: 'uses fork' }, 'passed'],
  ['refused', found(), 'failed: expected refused, found verified'],
  ['refused', found(['crash', 'a.c:1']), 'failed: expected refused, found crash at a.c:1'],
  [
    'refused',
    { ...result, verdict: 'inconclusive', limitsHit: ['time'] },
    'undecided: expected refused, undecided (limit: time)',
  ],
  ['verified\nsays a b\nsays c\nnever says d', { ...result, text: 'a b\n', stderr: 'c\n' }, 'passed'],
  ['verified\nsays a b\nsays c', { ...result, text: 'c a  b' }, 'failed: other texts (missing: a b)'],
  [
    'refused\nsays a\nsays b\nnever says c\nnever says d',
    { ...result, verdict: 'refused', text: 'c', stderr: 'd' },
    'failed: other texts (missing: a; b; not expected: c; d)',
  ],
  ['outcomes a\nnever says b', { ...outcomes(['a']), text: 'b' }, 'failed: other texts (not expected: b)'],
  ['verified\nsays a', found(['crash', 'a.c:1']), 'failed: expected verified, found crash at a.c:1'],
  [
    'verified\nsays a',
    { ...result, verdict: 'inconclusive', limitsHit: ['time'] },
    'undecided: expected verified, undecided (limit: time)',
  ],
  ['verified\nsays a', { ...result, verdict: 'failure', message: 'no program' }, 'broken: no program'],
])('%j of %j', (header, of, expected) => {
  expect(compared(header, of)).toBe(expected);
});
