/** The report for people, from made-up findings. */
import { plain } from '../../src/report/style';
import { progressText, TotalEstimate } from '../../src/report/progress';
import type { Summary } from '../../src/report/summary';
import type { ReportError, ReportEvent } from '../../src/report/report';
import { errorText, headline, TextReporter } from '../../src/report/text';
import { verdictText } from '../../src/report/verdict-text';
import { reportResult } from '../../src/report/reporter';

const event = (thread: number, line: number, operation: string, more: Partial<ReportEvent> = {}): ReportEvent => ({
  thread,
  operation,
  place: { file: 'dir/a.c', line, function: 'f' },
  source: -2,
  wrong: false,
  matters: true,
  ...more,
});

const error: ReportError = {
  kind: 'data-race',
  message: 'data race on x: thread 2 reads what thread 1 writes, with no happens-before order between them',
  threads: ['main', 'thread 1 (f)', 'thread 2 (g)'],
  locations: [
    { file: 'dir/a.c', line: 3, function: 'f', thread: 'thread 1 (f)' },
    { file: 'dir/a.c', line: 7, function: 'g', thread: 'thread 2 (g)' },
  ],
  stacks: [[], []],
  events: [
    event(1, 1, 'begins', { matters: false }),
    event(1, 3, 'x = 1', { wrong: true }),
    event(1, 4, 'y.store(1, relaxed)'),
    event(2, 6, 'y.load(acquire) = 1', { source: 2 }),
    event(2, 6, 'z.load(acquire) = 0', { source: -1 }),
    event(2, 7, 'reads x', { wrong: true }),
  ],
  execution: '0123456789ab',
};
const options = { verbose: false, quiet: false, width: 80, wraps: false, style: plain };

const summary: Summary = {
  program: 'a.out',
  model: 'rc11',
  equivalence: 'rf',
  strategy: 'partition',
  verdict: 'verified',
  executions: 1,
  blocked: 0,
  deadEnds: 0,
  runs: 2,
  events: 9,
  seconds: 0.12,
  limitsHit: [],
  errors: [],
  notes: [],
};

test('what is wrong comes first, with both places', () => {
  expect(headline(error)).toBe(
    'error: data race on x: thread 2 reads what thread 1 writes, with no happens-before order between ' +
      'them: dir/a.c:7 in g (thread 2) and dir/a.c:3 in f (thread 1)',
  );
});

test('columns', () => {
  expect(errorText(error, options, ['See it again: drista replay bug.json']).split('\n').slice(2)).toEqual([
    '  thread 1 (f)             thread 2 (g)',
    '> :3  x = 1',
    '  :4  y.store(1, relaxed)',
    '                           :6  y.load(acquire) = 1  ← thread 1, line 4',
    '                           :6  z.load(acquire) = 0  ← initial value',
    '>                          :7  reads x',
    '',
    '(1 more event: -v shows all)',
    '',
    'See it again: drista replay bug.json',
  ]);
  expect(errorText(error, { ...options, verbose: true })).toMatch(/begins/);
});

test('quiet', () => {
  expect(errorText(error, { ...options, quiet: true })).toBe(headline(error));
});

test('a long execution is shown from its end, with what that reads from', () => {
  const events = Array.from({ length: 200 }, (_, i) => event(1, i, `step ${i}`));
  const text = errorText(
    { ...error, events: [...events, event(2, 300, 'x.load(relaxed) = 0', { source: 5 })] },
    options,
  );
  expect(text).toMatch(/step 199/);
  expect(text).toMatch(/step 5\n/);
  expect(text).not.toMatch(/step 50/);
});

test('verdicts say what may be concluded', () => {
  expect(verdictText(summary)).toBe(
    'verified: no error in any execution under rc11, equivalence rf (1 execution, 2 runs, 0.1 s)',
  );
  expect(
    verdictText({ ...summary, verdict: 'inconclusive', executions: 0, blocked: 3, limitsHit: ['time', 'steps'] }),
  ).toBe(
    'inconclusive: no error so far under rc11, equivalence rf (0 executions and 3 blocked, 2 runs, 0.1 s); ' +
      'not explored: what was left when --time-limit was over; the rest of executions longer than --max-steps',
  );
});

test.each([
  [false, /^error: [^]*\nSee it again: drista replay bug\.json\n\nnote: something\\n\n\n1 error found under [^]*\n$/],
  [true, /^error: [^\n]*\n1 error found under [^\n]*\n$/],
])('the whole text, quiet: %p', async (quiet, whole) => {
  const written: string[] = [];
  const reporter = new TextReporter((text) => Promise.resolve(void written.push(text)), { ...options, quiet });
  await reportResult(reporter, { ...summary, verdict: 'error', errors: [error], notes: ['something\n'] }, ['bug.json']);
  expect(written).toEqual([expect.stringMatching(whole)]);
});

test('how many executions there were besides those with errors', () => {
  const text = (more: Partial<Summary>): string =>
    verdictText({ ...summary, verdict: 'error', errors: [error], ...more });
  expect(text({ executions: 0 })).toBe('1 error found under rc11, equivalence rf (the first execution, 2 runs, 0.1 s)');
  expect(text({ executions: 3 })).toBe('1 error found under rc11, equivalence rf (3 other executions, 2 runs, 0.1 s)');
  expect(text({ executions: 0, errors: [error, error] })).toBe(
    '2 errors found under rc11, equivalence rf (0 other executions, 2 runs, 0.1 s)',
  );
});

test('progress', () => {
  expect(
    progressText(
      { executions: 20, blocked: 1, crashes: 0, deadEnds: 0, events: 0, states: 0, sampled: 0, depth: 7, explored: 0 },
      4,
    ),
  ).toBe('drista: 20 executions, 1 blocked, 5/s, depth 7, 4 s');
});

describe('an estimate', () => {
  const at = (executions: number, explored: number) => ({
    executions,
    explored,
    blocked: 0,
    crashes: 0,
    deadEnds: 0,
    events: 0,
    states: 0,
    sampled: 0,
    depth: 7,
  });

  test('of all executions is shown once it has stayed about the same', () => {
    const steady = new TotalEstimate();
    expect([at(50, 0.05), at(100, 0.1), at(190, 0.2), at(200, 0.2), at(400, 0.4)].map((p) => steady.of(p))).toEqual([
      undefined,
      undefined,
      undefined,
      1000,
      1000,
    ]);
    const growing = new TotalEstimate();
    expect([at(100, 0.5), at(200, 0.1), at(400, 0.01), at(800, 0.02)].map((p) => growing.of(p))).toEqual([
      undefined,
      undefined,
      undefined,
      40_000,
    ]);
    expect(new TotalEstimate().of(at(1000, 0))).toBeUndefined();
    expect(progressText(at(400, 0.4), 4, 1000)).toBe(
      'drista: 400 of about 1000 executions, 100/s, depth 7, 4 s, about 6 s left',
    );
    expect(progressText(at(100, 0.01), 10, 50_000)).toMatch(/, 10 s, about 83 min left$/);
    expect(progressText(at(100, 0.01), 10, 50_000_000)).toMatch(/, 10 s, about 58 days left$/);
  });

  test('of what was explored is left out while it is too small to be credible', () => {
    const text = (explored: number): string =>
      verdictText({ ...summary, verdict: 'inconclusive', limitsHit: ['executions'], explored });
    expect(text(0.004)).toMatch(/--max-executions$/);
    expect(text(0.052)).toMatch(/; by an estimate about 5% explored$/);
    expect(text(0.257)).toMatch(/; by an estimate about 26% explored$/);
    expect(text(1)).toMatch(/; by an estimate about 99% explored$/);
  });
});
