/** drista replay: the same error again, or a clear word why not. */
import { copyFileSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readScheduleText } from '../../src/check/schedule-string';
import { findCommand } from '../../src/compiler/compilers';
import { build, hasPass } from '../support/compiled';
import { drista, expectRefusal, folder, processesOf } from '../support/command';
import { top } from '../support/paths';

const example = (name: string, ...flags: string[]): string => build([join(top, 'examples', `${name}.c`)], flags);

/** Checks the program and saves its error; the file and the report up to the command that replays it. */
function bugOf(program: string, name: string, ...options: string[]): { file: string; report: string } {
  const file = join(folder, `${name}.json`);
  const done = drista([...options, '--save', file, program]);
  expect(done.status).toBe(1);
  return { file, report: done.stdout.slice(0, done.stdout.indexOf('See it again')) };
}

/** The string for --schedule of a saved execution. */
function scheduleIn(file: string): string {
  return (JSON.parse(readFileSync(file, 'utf8')) as { report: { schedule: string } }).report.schedule;
}

function firstLine(text: string): string {
  return text.slice(0, text.indexOf('\n'));
}

describe('the same report again', () => {
  test.each([
    'store-buffering',
    'message-passing-relaxed',
    'spsc-queue-bug',
    'treiber-stack-bug',
    'double-checked-locking-bug',
    'peterson-relaxed',
    'reference-count-bug',
    'seqlock-bug',
    'bank-account',
    'dining-philosophers',
    'wrong-unlock',
  ])('%s', (name) => {
    const program = example(name);
    const { file, report } = bugOf(program, name);
    const again = drista(['replay', file]);
    expect(again).toMatchObject({ status: 1, stderr: '' });
    expect(again.stdout.slice(0, again.stdout.indexOf('See it again'))).toBe(report);
    const followed = drista(['replay', '--schedule', scheduleIn(file), program]);
    expect(followed).toMatchObject({ status: 1, stderr: '' });
    expect(firstLine(followed.stdout)).toBe(firstLine(report));
    expect(processesOf(program)).toBe(0);
  });
});

(hasPass ? test : test.skip)('an execution in which --tune unroll has stopped a thread', () => {
  const program = build([join(top, 'test', 'hostile', 'loops', 'error-beyond-unroll.c')]);
  const { file, report } = bugOf(program, 'unrolled', '--tune', 'unroll=2', '--tune', 'minimise=off');
  expect(readFileSync(file, 'utf8')).toContain('"LoopBound"');
  const again = drista(['replay', file]);
  expect(again).toMatchObject({ status: 1, stderr: '' });
  expect(again.stdout.slice(0, again.stdout.indexOf('See it again'))).toBe(report);
});

test('the name of an execution is the same every time', () => {
  const program = example('store-buffering');
  const name = (): string =>
    (JSON.parse(drista(['--report', 'json=-', program]).stdout) as { errors: { execution: string }[] }).errors[0]
      .execution;
  expect(name()).toBe(name());
});

describe('another binary', () => {
  const { file } = bugOf(example('store-buffering'), 'original');

  test('is refused', () => {
    expectRefusal(drista(['replay', '--program', example('store-buffering', '-O2'), file]), /not the binary.*--force/);
  });

  test('is tried with --force, and what it does otherwise is said', () => {
    expectRefusal(
      drista(['replay', '--force', '--program', example('message-passing'), file]),
      /did not happen again: /,
    );
  });

  test('that has only moved is the same', () => {
    const { program } = JSON.parse(readFileSync(file, 'utf8')) as { program: string };
    copyFileSync(program, join(folder, 'moved'));
    expect(drista(['replay', '--program', join(folder, 'moved'), file]).status).toBe(1);
  });
});

describe('files that are no saved executions', () => {
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  test('none', () => {
    expectRefusal(drista(['replay']), /no file is given/);
  });
  test('missing', () => {
    expectRefusal(drista(['replay', '/no/such.json']), /\/no\/such.json cannot be read/);
  });
  test('not JSON', () => {
    expectRefusal(drista(['replay', file('a', 'x')]), /not a saved execution/);
  });
  test('other JSON', () => {
    expectRefusal(drista(['replay', file('b', '[1]')]), /not a saved execution/);
  });
  test('null', () => {
    expectRefusal(drista(['replay', file('c', 'null')]), /not a saved execution/);
  });
  test.each<[string, unknown]>([
    ['steps', [1, 2]],
    ['steps', [{ thread: 0, kind: 'zz', object: '0', size: 0, value: '0' }]],
    ['atoms', [5]],
    ['memory', [{ object: 'x' }]],
    ['threads', [null]],
    ['report', undefined],
    ['report', {}],
    ['expected', null],
    ['arguments', 5],
    ['model', 'zz'],
    ['program', undefined],
  ])('edited: %s is %j', (field, value) => {
    const { file: saved } = bugOf(example('wrong-unlock'), 'edited');
    const edited = JSON.stringify({ ...(JSON.parse(readFileSync(saved, 'utf8')) as object), [field]: value });
    expectRefusal(drista(['replay', file('e', edited)]), new RegExp(`not a saved execution \\(its ${field} `));
  });
  test('another format', () => {
    const { file: saved } = bugOf(example('wrong-unlock'), 'format');
    const later = JSON.stringify({ ...(JSON.parse(readFileSync(saved, 'utf8')) as object), format: 99 });
    expectRefusal(drista(['replay', file('d', later)]), /format 99/);
  });
});

(findCommand('gdb') === undefined ? describe.skip : describe)('--gdb', () => {
  test('stands where the assertion fails', () => {
    const program = example('store-buffering');
    const done = drista([
      'replay',
      '--gdb',
      bugOf(program, 'gdb').file,
      '--',
      '-batch',
      '-ex',
      'bt',
      '-ex',
      'print seen_by_1',
      '-ex',
      'print seen_by_2',
    ]);
    expect(done.stdout).toMatch(/main \(\) at .*store-buffering\.c:39/);
    expect(done.stdout).toMatch(/\$1 = 0\n\$2 = 0\n/);
  });

  test('stands where the schedule has been followed, in the program', () => {
    const { file } = bugOf(example('dining-philosophers'), 'gdb2');
    const { stdout } = drista([
      'replay',
      '--gdb',
      file,
      '--',
      '-batch',
      '-ex',
      'print right',
      '-ex',
      'print fork_at[0].__data.__lock',
    ]);
    expect(stdout).toMatch(
      /SIGTRAP[^]*\n#\d+ +0x\w+ in philosopher \([^\n]*dining-philosophers\.c:19\n19\t\tpthread_mutex_lock\(&fork_at\[right\]\);\n\$1 = 0\n/,
    );
  });

  test('stands before the second access of a race', () => {
    const { file } = bugOf(example('message-passing-relaxed'), 'gdb4');
    const { stdout } = drista(['replay', '--gdb', file, '--', '-batch', '-ex', 'print message']);
    expect(stdout).toMatch(
      /\n#\d+ +0x\w+ in receiver \(unused=0x0\) at [^\n]*message-passing-relaxed\.c:27\n27\t\t\tassert\(message == 42\);\n\$1 = 42\n/,
    );
  });

  test('stands before the second access of a race on the heap, though gdb gives the program another name', () => {
    copyFileSync(example('reference-count-bug'), join(folder, 'rc'));
    const { file } = bugOf('./rc', 'gdb5');
    const { stdout } = drista(['replay', '--gdb', file, '--', '-batch']);
    expect(stdout).toMatch(/\n#\d+ +0x\w+ in drop \(object=0x\w+\) at [^\n]*reference-count-bug\.c:20\n/);
  });

  test('gdb is missing', () => {
    const { file } = bugOf(example('wrong-unlock'), 'gdb3');
    const path = mkdtempSync(join(folder, 'path-'));
    symlinkSync(process.execPath, join(path, 'node'));
    const done = drista(['replay', '--gdb', file], { PATH: path });
    expectRefusal(done, /gdb is not found.*apt-get install gdb/);
  });
});

describe('pictures', () => {
  const { file } = bugOf(example('message-passing-relaxed'), 'pictured', '--tune', 'minimise=off');

  test('of stdout, in place of the text', () => {
    const html = drista(['replay', '--report', 'html=-', file]);
    expect(html).toMatchObject({ status: 1, stderr: '' });
    expect(html.stdout).toMatch(/^<!doctype html>\n<!-- drista: executions of errors -->\n<html[^]*<\/html>\n$/);
    expect(drista(['replay', '--report', 'svg=-', file]).stdout).toMatch(/^<\?xml[^]*<svg[^]*<\/svg>\n$/);
  });

  test('are refused before the run where they cannot be written', () => {
    expectRefusal(drista(['replay', '--report', `html=${file}`, file]), /cannot be written \(it holds something else/);
    expectRefusal(
      drista(['replay', '--report', 'html=x', '--report', 'svg=./x', file]),
      /--report html and --report svg both name \.\/x/,
    );
    expectRefusal(
      drista(['replay', '--report', 'html=none/x', file]),
      /none\/x cannot be written \(its folder does not exist/,
    );
    expectRefusal(
      drista(['replay', '--gdb', '--report', 'html=x', file]),
      /--gdb shows the execution in gdb: leave out/,
    );
  });

  test('an execution that an older drista saved has no page, but an image', () => {
    const old = JSON.parse(readFileSync(file, 'utf8')) as { report: { traced?: object } };
    delete old.report.traced;
    const saved = join(folder, 'old.json');
    writeFileSync(saved, JSON.stringify(old, null, 1));
    const done = drista(['replay', '--report', 'html=old.html', saved]);
    expect(done.stderr).toMatch(/^drista: .*old\.json was saved by an older drista.*: check the program again\n$/);
    expect(drista(['replay', '--report', 'svg=old.svg', saved])).toMatchObject({ status: 1, stderr: '' });
  });

  test.each<[string, (traced: { events: Record<string, unknown>[]; locations: object[] }) => void]>([
    ['an event is missing', ({ events }) => void events.pop()],
    ['a kind that does not exist', ({ events }) => void (events[2].kind = 'Nothing')],
    ['a location that does not exist', ({ events }) => void (events[4].location = 9)],
    ['a source that comes later', ({ events }) => void (events[3].source = 5)],
  ])('%s: the file is refused', (_, change) => {
    const changed = JSON.parse(readFileSync(file, 'utf8')) as { report: { traced: Parameters<typeof change>[0] } };
    change(changed.report.traced);
    const saved = join(folder, 'changed.json');
    writeFileSync(saved, JSON.stringify(changed, null, 1));
    expectRefusal(drista(['replay', '--report', 'html=x.html', saved]), /its report is missing or was changed/);
  });

  test('events that fit no execution: a page without what needs the graph', () => {
    const changed = JSON.parse(readFileSync(file, 'utf8')) as { report: { traced: { events: { source?: number }[] } } };
    const { events } = changed.report.traced;
    events[9].source = 4; // a write to another location
    const saved = join(folder, 'changed.json');
    writeFileSync(saved, JSON.stringify(changed, null, 1));
    const { status, stdout } = drista(['replay', '--report', 'html=-', saved]);
    expect(status).toBe(1);
    expect(stdout.includes('"events"') && !stdout.includes('"viewsFrom":0')).toBe(true);
  });
});

describe('a schedule as a string', () => {
  const program = example('message-passing-relaxed');
  const { file } = bugOf(program, 'as-string');
  const schedule = scheduleIn(file);

  test('the report says how it is followed, where the program has arguments too', () => {
    const { stdout } = drista([program, '--', 'a', "it's"]);
    const said = /^or elsewhere: drista replay --schedule (\S+) (.*)$/m.exec(stdout)!;
    expect(said[1]).toBe(schedule);
    expect(said[2]).toBe(`${program} -- a 'it'\\''s'`);
  });

  test('it has the options of what was explored', () => {
    const bug = example('out-of-memory-bug');
    const saved = join(folder, 'faults.json');
    expect(drista(['--faults', 'malloc:max=2', '--save', saved, bug]).status).toBe(1);
    expect(readScheduleText(scheduleIn(saved)).options).toEqual(['--faults=malloc', '--faults=max=2']);
    expect(drista(['replay', '--schedule', scheduleIn(saved), bug]).stdout).toMatch(/^error: deadlock/);
  });

  test('it has the symbolic inputs, of whatever kind', () => {
    const source = join(folder, 'inputs.c');
    writeFileSync(
      source,
      `#include <assert.h>
#include <drista.h>
#include <stdio.h>
int main(int argc, char **argv)
{
  unsigned char c;
  drista_symbolic(&c, sizeof c, "c");
  assert(getchar() != 'x' || argc != 2 || argv[1][0] != 'y' || c != 'z');
  return 0;
}
`,
    );
    const bug = join(folder, 'inputs');
    expect(drista(['cc', '--symbolic', '-o', bug, source]).status).toBe(0);
    const { stdout } = drista(['--symbolic=stdin:1', '--symbolic=arg:1', bug]);
    const [, string, words] = /^or elsewhere: drista replay --schedule (\S+) (.*)$/m.exec(stdout)!;
    expect(words).toBe(bug);
    expect(drista(['replay', '--schedule', string, bug]).stdout).toMatch(/^error: assertion `getchar\(\) != 'x'/);
  });

  test('it fits a program that was built anew, and says that the error is gone where it is', () => {
    const rebuilt = example('message-passing-relaxed', '-O0', '-DOTHER');
    const followed = drista(['replay', '--schedule', schedule, rebuilt]);
    expect(followed.stdout).toMatch(/^error: data race on message: thread 2 reads what thread 1 writes/);
    expectRefusal(
      drista(['replay', '--schedule', schedule, example('message-passing')]),
      /^drista: \S+ has no error in the execution of this --schedule/,
    );
  });

  test.each([
    ['x1', 'is none'],
    [`${schedule}!`, 'is none'],
    ['d9AAAA', 'is of another version of drista'],
    ['d1', 'was cut or changed'],
    [schedule.slice(0, -3), 'was cut or changed'],
    [`${schedule.slice(0, 6)}Z${schedule.slice(7)}`, 'was cut or changed'],
  ])('%s', (text, why) => {
    expectRefusal(
      drista(['replay', '--schedule', text, program]),
      new RegExp(`--schedule needs a string that drista printed; this one ${why}: copy all of it`),
    );
  });

  test('other mistakes', () => {
    expectRefusal(drista(['replay', '--schedule', schedule]), /no program is given: `drista replay --schedule/);
    expectRefusal(
      drista(['replay', '--schedule', schedule, example('ticket-lock')]),
      /this --schedule is not possible in/,
    );
    expectRefusal(
      drista(['replay', '--schedule', schedule, '--gdb', program]),
      /--gdb has no effect with --schedule: leave one of them out/,
    );
  });
});
