/** The report as SARIF: a made-up check, and the five usual kinds of errors of compiled programs. */
import { join } from 'node:path';
import type { Log } from 'sarif';
import { version } from '../../src/base/version';
import type { ReportError } from '../../src/report/report';
import { sarifForm } from '../../src/report/sarif';
import type { Summary } from '../../src/report/summary';
import { drista } from '../support/command';
import { build, buildText } from '../support/compiled';
import { top } from '../support/paths';

const place = { file: 'a b.c', line: 3, function: 'f' };
const event = { thread: 0, operation: 'writes x', place, source: -2, wrong: true, matters: true };
const error: ReportError = {
  kind: 'data-race',
  message: 'data race on x',
  threads: ['main', 'thread 1', 'idle'],
  locations: [
    { ...place, thread: 'main' },
    { file: '/y/b.c', line: 4, function: '', thread: 'thread 1' },
  ],
  stacks: [[place], []],
  events: [
    event,
    { ...event, thread: 1, operation: 'reads x', place: undefined },
    { ...event, wrong: false, matters: false, operation: 'ends' },
  ],
  execution: '0123456789ab',
};
const summary: Summary = {
  program: './a',
  model: 'rc11',
  equivalence: 'rf',
  strategy: 'partition',
  verdict: 'error',
  executions: 2,
  blocked: 0,
  deadEnds: 0,
  runs: 1,
  events: 2,
  seconds: 0.1,
  limitsHit: [],
  errors: [error],
  notes: ['a note'],
};

test('an error, as a result with its execution', async () => {
  let text = '';
  const reporter = sarifForm.create((all) => Promise.resolve(void (text += all)));
  reporter.error?.(error, 'drista-out/0.json');
  await reporter.end?.(summary);
  expect(text.startsWith(sarifForm.beginning)).toBe(true);
  const [run] = (JSON.parse(text) as Log).runs;
  expect(run.tool.driver).toMatchObject({ name: 'drista', version: version() });
  expect(run.tool.driver.rules!.map(({ id }) => id)).toContain('data-race');
  const at = { artifactLocation: { uri: 'a%20b.c', uriBaseId: 'SRCROOT' }, region: { startLine: 3 } };
  const inF = { physicalLocation: at, logicalLocations: [{ name: 'f', kind: 'function' }] };
  expect(run.results).toEqual([
    {
      ruleId: 'data-race',
      ruleIndex: 0,
      level: 'error',
      message: { text: 'data race on x' },
      locations: [
        {
          physicalLocation: { artifactLocation: { uri: 'file:///y/b.c' }, region: { startLine: 4 } },
          message: { text: 'in thread 1' },
        },
      ],
      relatedLocations: [{ id: 0, ...inF, message: { text: 'in main' } }],
      stacks: [{ message: { text: 'main' }, frames: [{ location: inF }] }],
      codeFlows: [
        {
          threadFlows: [
            {
              id: 'main',
              locations: [
                { executionOrder: 1, importance: 'essential', location: { ...inF, message: { text: 'writes x' } } },
                { executionOrder: 3, importance: 'unimportant', location: { ...inF, message: { text: 'ends' } } },
              ],
            },
            {
              id: 'thread 1',
              locations: [{ executionOrder: 2, importance: 'essential', location: { message: { text: 'reads x' } } }],
            },
          ],
        },
      ],
      partialFingerprints: { 'dristaExecution/v1': '0123456789ab' },
      properties: { replay: 'drista replay drista-out/0.json' },
    },
  ]);
  expect(run.invocations).toEqual([
    {
      executionSuccessful: true,
      toolExecutionNotifications: [
        { level: 'note', message: { text: 'a note' } },
        {
          level: 'note',
          message: { text: '1 error found under rc11, equivalence rf (2 other executions, 1 run, 0.1 s)' },
        },
      ],
    },
  ]);
});

const livelock = `#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
static void *f(void *a) { while (!x) ; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); return pthread_join(t, 0); }
`;

test.each<[string, string, string, number]>([
  ['a race', 'message-passing-relaxed', 'data-race', 27],
  ['an assertion', 'store-buffering', 'assertion', 39],
  ['a deadlock', 'dining-philosophers', 'deadlock', 32],
  ['a livelock', '', 'livelock', 5],
  ['a memory error', 'ring-buffer-overrun-bug', 'memory', 27],
])('%s', (_, name, kind, line) => {
  const program = name === '' ? buildText(livelock) : build([join(top, 'examples', `${name}.c`)]);
  const { runs } = JSON.parse(drista(['--report', 'sarif=-', program]).stdout) as Log;
  const [{ ruleId, locations, codeFlows }] = runs[0].results!;
  expect([ruleId, locations![0].physicalLocation!.region!.startLine]).toEqual([kind, line]);
  const steps = codeFlows![0].threadFlows.flatMap((flow) => flow.locations.map((step) => step.executionOrder!));
  expect(steps.sort((a, b) => a - b)).toEqual(steps.map((_step, i) => i + 1));
});

test.each([
  ['verified', ['examples/store-buffering-seq-cst.c'], [], true, 'note', /^verified/],
  ['inconclusive', ['examples/store-buffering-seq-cst.c'], ['--max-executions', '1'], true, 'warning', /^inconclusive/],
])('%s has no results', (_, sources, options, successful, level, text) => {
  const program = build(sources.map((source) => join(top, source)));
  const [run] = (JSON.parse(drista([...options, '--report', 'sarif=-', program]).stdout) as Log).runs;
  expect(run.results).toEqual([]);
  expect(run.invocations).toEqual([
    {
      executionSuccessful: successful,
      toolExecutionNotifications: [{ level, message: { text: expect.stringMatching(text) as string } }],
    },
  ]);
});

test('what could not be checked', () => {
  const [run] = (JSON.parse(drista(['--report', 'sarif=-', './nothing']).stdout) as Log).runs;
  expect(run.invocations![0]).toMatchObject({
    executionSuccessful: false,
    toolExecutionNotifications: [{ level: 'error' }],
  });
});
