/** Executions as graphs: made-up checks, and compiled programs through Graphviz itself. */
import type * as Viz from '@viz-js/viz' with { 'resolution-mode': 'import' };
import { join } from 'node:path';
import { dotForm } from '../../src/report/dot';
import type { ReportError } from '../../src/report/report';
import { drista } from '../support/command';
import { build } from '../support/compiled';
import { top } from '../support/paths';

const { instance } = jest.requireActual<typeof Viz>('@viz-js/viz');

const place = { file: '/x/a.c', line: 3, function: 'f' };
const event = { thread: 0, operation: 'writes x = 1', place, source: -2, wrong: false, matters: true };
const error: ReportError = {
  kind: 'data-race',
  message: 'data race on "x\\n"',
  threads: ['main', 'thread 1', 'thread 2'],
  locations: [],
  stacks: [],
  events: [
    event,
    { ...event, matters: false },
    { ...event, thread: 1, operation: 'reads x = 1', source: 0, wrong: true, place: undefined },
    { ...event, operation: 'ends' },
  ],
  execution: '0123456789ab',
};

test('an error', async () => {
  let text = '';
  const reporter = dotForm.create((all) => Promise.resolve(void (text += all)));
  reporter.error?.(error, undefined);
  await reporter.end?.({ errors: [error], notes: [], limitsHit: [] } as never);
  expect(text).toBe(`// drista: executions of errors
digraph "0123456789ab" {
  label="data-race: data race on \\"x\\\\n\\"";
  labelloc=t;
  node [shape=box, fontname=Courier];
  subgraph cluster_0 {
    label="main";
    e0 [label="a.c:3  writes x = 1"];
    e3 [label="a.c:3  ends"];
    e0 -> e3;
  }
  subgraph cluster_1 {
    label="thread 1";
    e2 [label="reads x = 1", color=red, peripheries=2];
  }
  e0 -> e2 [color=blue, fontcolor=blue, label="rf", constraint=false];
}
`);
});

/** How many threads have events that are shown. */
test.each([
  ['message-passing-relaxed', 1, 3],
  ['store-buffering', 1, 3],
  ['dining-philosophers', 1, 4],
  ['ring-buffer-overrun-bug', 1, 3],
  ['store-buffering-seq-cst', 0, 0],
])('Graphviz draws %s', async (name, status, threads) => {
  const done = drista(['--report', 'dot=-', build([join(top, 'examples', `${name}.c`)])]);
  expect(done.status).toBe(status);
  const svg = (await instance()).renderString(done.stdout, { format: 'svg' });
  expect([...svg.matchAll(/class="cluster"/g)]).toHaveLength(threads);
});

test('what could not be checked', async () => {
  const done = drista(['--report', 'dot=-', './nothing']);
  expect(done.status).toBe(2);
  const svg = (await instance()).renderString(done.stdout, { format: 'svg' });
  expect(svg).toContain('./nothing does not exist');
});
