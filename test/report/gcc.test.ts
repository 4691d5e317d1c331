/** The report as compilers print diagnostics: what editors read in it. */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gccForm } from '../../src/report/gcc';
import type { ReportError } from '../../src/report/report';
import type { Summary } from '../../src/report/summary';
import { drista, folder } from '../support/command';
import { build } from '../support/compiled';
import { top } from '../support/paths';

/** The matcher $gcc of VS Code's extension for C++ (microsoft/vscode-cpptools, Extension/package.json). */
const vscode = /^(.*?):(\d+):(\d*):?\s+(?:fatal\s+)?(warning|error):\s+(.*)$/;
/** The parts of Vim's default errorformat that gcc's lines match: `%f:%l:%c:%m`, then `%f:%l:%m`. */
const vim = [/^(.+?):(\d+):(\d+):(.*)$/, /^(.+?):(\d+):(.*)$/];
/** The core of `gnu` in Emacs' compilation-error-regexp-alist-alist: a program, a file, a line, what it is. */
const emacs =
  /^(?:[A-Za-z][-A-Za-z0-9.]+: ?)?([0-9]*[^0-9\n](?:[^\n :]| [^-/\n]|:[^ \n])*?):([0-9]+)(?:[-.:]([0-9]+))?: *(?:(warning)|(note)|(error))?/;

const place = { file: 'src/a b.c', line: 3, function: 'f' };
const event = { thread: 0, operation: 'writes x', place, source: -2, wrong: true, matters: true };
const error: ReportError = {
  kind: 'data-race',
  message: 'data race on x\n',
  threads: ['main', 'thread 1'],
  locations: [
    { ...place, thread: 'main' },
    { file: '/y/b.c', line: 4, function: '', thread: 'thread 1' },
  ],
  stacks: [[], []],
  events: [
    { ...event, wrong: false, matters: false, operation: 'begins' },
    { ...event, wrong: false, settled: true, operation: 'writes y' },
    event,
    { ...event, wrong: false, operation: 'reads x', source: 2 },
    { ...event, thread: 1, wrong: false, operation: 'reads z', source: -1, place: undefined },
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
  errors: [],
  notes: ['a note'],
};

async function written(found: ReportError): Promise<string[]> {
  let text = '';
  const reporter = gccForm.create((all) => Promise.resolve(void (text += all)));
  reporter.error?.(found, undefined);
  await reporter.end?.({ ...summary, errors: [found] });
  expect(text.startsWith(gccForm.beginning)).toBe(true);
  return text.slice(gccForm.beginning.length).split('\n').slice(0, -1);
}

const verdict = 'drista: note: 1 error found under rc11, equivalence rf (2 other executions, 1 run, 0.1 s)';

test('a race: the later access, the events that the text shows, with what they read from', async () => {
  expect(await written(error)).toEqual([
    '/y/b.c:4: error: data race on x\\n [data-race]',
    'src/a b.c:3: note: (3) main: writes x',
    'src/a b.c:3: note: (4) main: reads x ← (3)',
    'drista: note: (5) thread 1: reads z ← initial value',
    'drista: note: a note',
    verdict,
  ]);
});

test('files in the working folder are relative to it, and others absolute', async () => {
  const at = (file: string): ReportError => ({
    ...error,
    kind: 'assertion',
    message: 'no',
    locations: [{ file, line: 7, function: '', thread: 'main' }],
    events: [],
  });
  expect((await written(at(join(process.cwd(), 'x', 'a.c'))))[0]).toBe('x/a.c:7: error: no [assertion]');
  expect((await written(at('/usr/a.c')))[0]).toBe('/usr/a.c:7: error: no [assertion]');
  expect((await written(at('')))[0]).toBe('drista: error: no [assertion]');
});

test('a place of which no event is known, and places that the message names', async () => {
  const other = { file: 'c.c', line: 9, function: '', thread: 'main' };
  expect(await written({ ...error, kind: 'deadlock', locations: [error.locations[0], other], message: 'no' })).toEqual([
    'src/a b.c:3: error: no [deadlock]',
    'src/a b.c:3: note: (3) main: writes x',
    'src/a b.c:3: note: (4) main: reads x ← (3)',
    'drista: note: (5) thread 1: reads z ← initial value',
    'c.c:9: note: in main',
    'drista: note: a note',
    verdict,
  ]);
  const inHeap = (message: string): Promise<string[]> =>
    written({
      ...error,
      message,
      locations: [{ ...place, file: 'src/a.c', thread: 'main' }],
      events: [
        { ...event, place: { ...place, file: 'src/a.c' }, matters: false },
        { ...event, place: { ...place, file: 'src/a.c', line: 8 }, wrong: false, matters: false, operation: 'frees p' },
      ],
    });
  expect((await inHeap('what thread 1 allocated at a.c:5 and main freed at a.c:8')).slice(1, 4)).toEqual([
    'src/a.c:3: note: (1) main: writes x',
    'src/a.c:8: note: (2) main: frees p',
    'src/a.c:5: note: thread 1 allocated it here',
  ]);
  expect((await inHeap('what main freed at unknown.c:8')).slice(1, 3)).toEqual([
    'src/a.c:3: note: (1) main: writes x',
    'drista: note: a note',
  ]);
});

test('what could not be checked', () => {
  const { stdout, status } = drista(['--report', 'gcc=-', './nothing']);
  expect([stdout, status]).toEqual([expect.stringMatching(/^drista: .*\ndrista: error: .*nothing.*\n$/), 2]);
});

/** What each editor makes of the lines: file, line, column, message. */
function readBy(text: string): Record<'vscode' | 'vim' | 'emacs', (readonly (string | undefined)[])[]> {
  const lines = text.trimEnd().split('\n');
  const found = (of: (line: string) => RegExpExecArray | null | undefined): RegExpExecArray[] =>
    lines.map(of).filter((match) => match !== null && match !== undefined);
  return {
    vscode: found((line) => vscode.exec(line)).map(([, file, line, column, kind]) => [file, line, column, kind]),
    vim: found((line) => vim.map((each) => each.exec(line)).find((match) => match !== null)).map((match) => [
      match[1],
      match[2],
      match.length === 5 ? 'column' : '',
    ]),
    emacs: found((line) => emacs.exec(line)).map((match) => [match[1], match[2], match[5] ?? match[6]]),
  };
}

test('editors find the places of a compiled program', () => {
  const root = mkdtempSync(join(folder, 'gcc-'));
  mkdirSync(join(root, 'src'));
  writeFileSync(join(root, 'src', 'race.c'), readFileSync(join(top, 'test', 'report', 'forms', 'race.c')));
  const program = build([join(root, 'src', 'race.c')]);
  const { stdout, status } = drista(['--report', 'gcc=-', program], {}, root);
  expect(status).toBe(1);
  const places = ['19', '26', '27', '11', '12', '18', '19'];
  expect(readBy(stdout)).toEqual({
    vscode: [['src/race.c', '19', '', 'error']],
    vim: places.map((line) => ['src/race.c', line, '']),
    emacs: places.map((line, i) => ['src/race.c', line, i === 0 ? 'error' : 'note']),
  });
});

test('a replay, a specification, and fuzzing have the same form', () => {
  const program = build([join(top, 'test', 'report', 'forms', 'assertion.c')]);
  const saved = join(folder, 'gcc.saved');
  const checked = drista(['--report', 'gcc=-', '--save', saved, program]);
  const lines = checked.stdout.split('\n').slice(0, -2);
  expect(lines[1]).toMatch(/assertion\.c:20: error: assertion .* failed \[assertion\]$/);
  const replayed = drista(['replay', '--report', 'gcc=-', saved]);
  expect([replayed.stdout.trimEnd().split('\n'), replayed.status]).toEqual([lines, 1]);
  const fuzzed = drista(['fuzz', '--time-limit', '20', '--report', 'gcc=-', program], {}, folder);
  expect(fuzzed.stdout.split('\n')[1]).toBe(lines[1]);
  const both = drista(['replay', '--report', 'gcc=-', '--report', 'svg=-', saved]);
  expect([both.status, both.stderr]).toEqual([2, expect.stringContaining('--report')]);
});
