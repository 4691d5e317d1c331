/** The parts of the extension for VS Code that know nothing of VS Code. */
import { complaintOf } from '../../editors/vscode/src/drista-command';
import { readCheck, readTestErrors, type Execution } from '../../editors/vscode/src/execution';
import { Stepper } from '../../editors/vscode/src/stepper';
import { headerLine, placeOf, readTests } from '../../editors/vscode/src/test-outcome';
import { drista } from '../support/command';
import { build } from '../support/compiled';
import { top } from '../support/paths';

const place = (line: number): { file: string; line: number } => ({ file: '/x/a.c', line });
const event = { thread: 'main', operation: 'writes x', wrong: false, place: place(3), readsFrom: undefined };
const execution: Execution = {
  kind: 'assertion',
  message: 'no',
  threads: ['main', 'thread 1 (f)', 'thread 2'],
  events: [
    { ...event, place: undefined },
    event,
    { ...event, thread: 'thread 1 (f)', operation: 'reads x', readsFrom: 1, place: place(9) },
    { ...event, thread: 'thread 1 (f)', operation: 'reads y', readsFrom: -1, wrong: true },
    { ...event, thread: 'thread 1 (f)', operation: 'reads z', readsFrom: 0, place: place(4) },
  ],
  places: [place(3), place(9)],
  saved: '/x/drista-out/0.json',
  folder: '/x',
};

test('steps are the events that have a place; threads stand where they were last', () => {
  const stepper = new Stepper(execution);
  expect([stepper.number, stepper.steps, stepper.title]).toEqual([1, 4, 'step 1 of 4: main: writes x']);
  stepper.toError();
  expect(stepper.title).toBe('step 3 of 4: thread 1 (f): reads y ← initial value (wrong)');
  stepper.move(1);
  expect(stepper.positions).toEqual([
    { thread: 0, place: place(3), label: '· main: writes x', isCurrent: false },
    { thread: 1, place: place(4), label: '▶ thread 1 (f): reads z ← main', isCurrent: true },
  ]);
  stepper.move(-2);
  expect(stepper.title).toBe('step 2 of 4: thread 1 (f): reads x ← main, line 3');
  stepper.move(-9);
  expect(stepper.positions).toHaveLength(1);
});

test('an execution without places', () => {
  const stepper = new Stepper({ ...execution, events: [execution.events[0]] });
  stepper.toError();
  stepper.move(1);
  expect([stepper.title, stepper.positions]).toEqual(['step 0 of 0: no event has a place in the source', []]);
});

test('JSON and SARIF hold the same execution', () => {
  const program = build([`${top}/test/report/forms/assertion.c`]);
  const cwd = `${top}/test/report/forms`;
  const options = ['--save', '/dev/null', '--tune', 'minimise=50'];
  const text = (form: string): string => drista([...options, '--report', `${form}=-`, program], {}, cwd).stdout;
  const {
    verdict,
    errors: [ofJson],
  } = readCheck(text('json'), cwd);
  const { root, errors } = readTestErrors(text('sarif'));
  expect([verdict, root, errors]).toEqual(['error', cwd, [ofJson]]);
  expect(ofJson.events.find(({ wrong }) => wrong)?.place).toEqual({ file: `${cwd}/assertion.c`, line: 20 });
  expect(ofJson.events.flatMap(({ readsFrom }) => readsFrom ?? [])).toEqual([6, -1]);
});

test('of two accesses that race, the error is at the later one', () => {
  expect(placeOf(execution)).toEqual(place(3));
  expect(placeOf({ ...execution, kind: 'data-race' })).toEqual(place(9));
  expect(placeOf({ ...execution, places: [] })).toBeUndefined();
});

test('tests without executions: at the line that states what is expected, or that a message names', () => {
  const sarif = JSON.stringify({ runs: [{ originalUriBaseIds: { SRCROOT: { uri: 'file:///x/' } }, results: [] }] });
  const said = { name: 'b/a.c', file: 'b/a.c', cached: false, options: [], seconds: 0.5, line: 2 };
  const placeFor = (test: object): unknown => {
    const [{ file, state, failures, milliseconds }] = readTests(
      JSON.stringify({ tests: [{ ...said, ...test }] }),
      sarif,
    );
    expect([file, milliseconds]).toEqual(['/x/b/a.c', 500]);
    return [state, ...failures.map((failure) => failure.place?.line)];
  };
  expect(placeFor({ status: 'passed' })).toEqual(['passed']);
  expect(placeFor({ status: 'failed', reason: 'texts: missing: x' })).toEqual(['failed', 2]);
  expect(placeFor({ status: 'undecided', reason: 'expected verified' })).toEqual(['errored', 2]);
  expect(placeFor({ status: 'broken', reason: 'b/a.c:7: no' })).toEqual(['errored', 7]);
  expect(placeFor({ status: 'broken', output: 'q.c:1:1: error: x\na.c:9:4: error: y' })).toEqual(['errored', 9]);
});

test('the line of a header', () => {
  expect(headerLine('// A test.\n/*\n * drista: verified\n */\n')).toBe(3);
  expect(headerLine('int x;\n')).toBe(1);
});

test('what drista complains of', () => {
  const ended = { status: 2, stdout: '', stderr: 'a\ndrista: no such file\n' };
  expect(complaintOf(ended)).toBe('no such file');
  expect(complaintOf({ ...ended, status: undefined, stderr: '' })).toBe('drista ended without a report (signal)');
});
