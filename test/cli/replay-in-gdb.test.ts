/** Going back and forth in gdb: drista replay --gdb, with the commands of share/drista/gdb.py. */
import { spawnSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { findCommand } from '../../src/compiler/compilers';
import { build, buildText } from '../support/compiled';
import { drista, folder } from '../support/command';
import { top } from '../support/paths';

/** A value that comes by several functions and a loop, then a flag. The tests have the numbers of its lines. */
const program = buildText(
  `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
static atomic_int flag;
static int total, rounds;

static int sum(int n)
{
  int s = 0;
  for (int i = 1; i <= n; i++)
    s += i;
  return s;
}

static int twice(int n)
{
  volatile int a = sum(n);
  rounds++;
  a += sum(n + 1);
  rounds++;
  return a;
}

static void *worker(void *unused)
{
  int mine = twice(3);
  total = mine;
  atomic_store(&flag, 1);
  return unused;
}

int main(void)
{
  pthread_t t;
  puts("hello");
  pthread_create(&t, 0, worker, 0);
  if (atomic_load(&flag))
    assert(total != 16);
  return pthread_join(t, 0);
}
`,
  ['-g', '-O0', '-fno-pie', '-no-pie'],
);

function saved(of: string, name: string): string {
  const file = join(folder, `${name}.json`);
  expect(drista(['--save', file, of]).status).toBe(1);
  return file;
}

/** What gdb prints for each of the commands, one after the other; and what it complains of. */
function inGdb(file: string, ...commands: string[]): { shown: string[]; complaints: string } {
  const args = commands.flatMap((command) => ['-ex', 'echo \\n@\\n', '-ex', command]);
  const { stdout, stderr } = drista(['replay', '--gdb', file, '--', '-batch', ...args]);
  const shown = stdout.replace(/ {2}at \S*\//g, '  at ').split('\n@\n');
  return { shown: shown.slice(1).map((text) => text.trim()), complaints: stderr.replace(/^warning: .*\n/gm, '') };
}

/** Where gdb stands after each of the commands: function and line. Those that begin with a space do not count. */
function places(file: string, ...commands: string[]): string[] {
  const { shown } = inGdb(file, ...commands.flatMap((command) => [command.trim(), 'frame']));
  return commands.flatMap((command, i) => {
    const [, name, line] = /#\d+ +(?:0x\w+ in )?(\w+) \([^]*?:(\d+)\n/.exec(shown[2 * i + 1]) ?? [];
    return command.startsWith(' ') ? [] : [`${name}:${line}`];
  });
}

(findCommand('gdb') === undefined ? describe.skip : describe)('back and forth', () => {
  const file = saved(program, 'loop');

  test('events are listed in the order of the run', () => {
    expect(
      inGdb(file, 'drista-events')
        .shown[0].split('\n')
        .map((line) => line.trim()),
    ).toEqual([
      expect.stringMatching(/^1 \(0\.1\) main: begins {2}at source\d+\.c:34$/),
      expect.stringMatching(/^2 \(0\.2\) main: creates thread 1 {2}at source\d+\.c:37$/),
      expect.stringMatching(/^3 \(1\.1\) thread 1 \(worker\): begins {2}at source\d+\.c:26$/),
      expect.stringMatching(/^4 \(1\.2\) thread 1 \(worker\): total = 16 {2}at source\d+\.c:28$/),
      expect.stringMatching(/^5 \(1\.3\) thread 1 \(worker\): flag\.store\(1, seq_cst\) {2}at source\d+\.c:29$/),
      expect.stringMatching(/^6 \(0\.3\) main: flag\.load\(seq_cst\) = 1 {2}<- event 5 {2}at source\d+\.c:38$/),
      expect.stringMatching(/^=> 7 \(0\.4\) main: reads total = 16 {2}<- event 4 {2}at source\d+\.c:39$/),
      expect.stringMatching(/^> {2}8 \(0\.5\) main: assertion `total != 16' failed {2}at source\d+\.c:39$/),
    ]);
  });

  test('events are reached by their numbers, and one by one', () => {
    const { shown, complaints } = inGdb(
      file,
      'drista-event 4',
      'drista-event 1.3',
      'drista-back',
      'print total',
      'drista-next',
      'drista-event 1',
      'drista-back',
      'drista-end',
      'drista-back',
      'drista-event 9',
      'drista-event x',
      'drista-event 1.99',
      'frame',
    );
    expect(shown).toEqual([
      expect.stringMatching(/^Event 4 \(1\.2\) of thread 1 \(worker\): total = 16\n#\d+ .* in worker .*:28\n28\s/),
      expect.stringMatching(/^Event 5 \(1\.3\) of thread 1 \(worker\): flag\.store\(1, seq_cst\)\n#\d+ .* in worker/),
      expect.stringMatching(/^Event 4 /),
      '$1 = 0',
      expect.stringMatching(/^Event 5 /),
      expect.stringMatching(/^Event 1 \(0\.1\) of main: begins\n {2}at source\d+\.c:34$/),
      '',
      expect.stringMatching(/^error: assertion `total != 16' failed: .*\n#\d+ .* in main \(\) at .*:39\n39\s/),
      expect.stringMatching(/^Event 7 /),
      '',
      '',
      '',
      expect.stringMatching(/^#\d+ .* in main \(\) at .*:39\n/), // where it was
    ]);
    expect(complaints).toBe(
      'drista: no event comes before\n' +
        'drista: the execution has the events 1 to 8\n' +
        'drista: name an event by its number, or as THREAD.NUMBER: drista-events lists them\n' +
        'drista: the execution has no such event\n',
    );
  });

  test('an event that does not happen cannot be reached', () => {
    const stuck = saved(build([join(top, 'examples', 'dining-philosophers.c')]), 'stuck');
    const { shown, complaints } = inGdb(stuck, 'drista-event 12', 'drista-back', 'drista-next');
    expect(complaints).toBe(
      'drista: event 12 does not happen: its thread waits before it\n' + 'drista: no event follows\n',
    );
    expect(shown[1]).toMatch(/^Event 10 \(3\.2\) of thread 3 \(philosopher\): locks fork_at\[2\]\n/);
  });

  test('breakpoints and watchpoints survive, and stop on the way back', () => {
    const { shown, complaints } = inGdb(
      file,
      'break 13',
      'watch rounds',
      'tbreak main',
      'reverse-continue',
      'print rounds',
      'rc',
      'rc',
      'print rounds',
      'drista-reverse-continue',
      'continue',
      'info breakpoints',
      'delete',
      'reverse-continue',
    );
    expect(shown.map((text) => text.split('\n')[0])).toEqual([
      expect.stringMatching(/^Breakpoint 1 at /),
      'Hardware watchpoint 2: rounds',
      expect.stringMatching(/^Temporary breakpoint 3 at /),
      'Watchpoint 2, rounds',
      '$1 = 2',
      expect.stringMatching(/^Breakpoint 1, .*:13$/),
      'Watchpoint 2, rounds',
      '$2 = 1',
      expect.stringMatching(/^Breakpoint 1, .*:13$/),
      expect.stringMatching(/hit Hardware watchpoint 2: rounds$/),
      expect.stringMatching(/^Num /),
      '',
      'No breakpoint or watchpoint comes before: this is the beginning.',
    ]);
    expect(complaints).toBe('');
  });

  test('a watchpoint on a local variable goes on at the same place', () => {
    const { shown } = inGdb(
      file,
      'drista-event 1.1',
      'step',
      'step',
      'step',
      'finish',
      'next',
      'watch a',
      'continue',
      'rc',
      'rc',
    );
    expect(shown[6]).toMatch(/^Hardware watchpoint 1: a$/);
    expect(shown[7]).toMatch(/Old value = 6\nNew value = 16\n/);
    expect(shown[8]).toMatch(
      /^Watchpoint 1 was on a local variable; from now on:\nHardware watchpoint 2: \*\(volatile int \*\) 0x\w+\n/,
    );
    expect(shown[8]).toMatch(/\nWatchpoint 2, [^\n]*\n#\d+ .*twice \(n=3\)[^\n]*\n/);
  });

  test('lines are gone back by one by one, in functions and around them', () => {
    const lines = [' break 21', ' rc', ' delete', 'rs', 'rs', 'rs', 'reverse-step', 'reverse-step'];
    expect(places(file, ...lines)).toEqual(['sum:13', 'sum:11', 'sum:11', 'sum:12', 'sum:11']);
    const around = [' break 21', ' rc', ' delete', 'reverse-next', 'reverse-next', 'reverse-next', 'reverse-next'];
    expect(places(file, ...around)).toEqual(['twice:20', 'twice:19', 'twice:18', 'worker:27']);
    expect(places(file, ' break 12', ' rc', ' delete', 'reverse-finish', 'reverse-finish')).toEqual([
      'twice:20',
      'worker:27',
    ]);
    // In the thread, whatever others have done in between.
    expect(places(file, 'rs', 'rs', 'rs', 'rs', 'rs')).toEqual(['main:39', 'main:38', 'main:37', 'main:36', 'main:34']);
    expect(inGdb(file, 'drista-event 1', 'reverse-step').complaints).toBe(
      'drista: the thread has no such line before\n',
    );
  });

  test('gdb steps from an event to the next line of the program', () => {
    expect(places(file, ' drista-event 4', 'next', 'next')).toEqual(['worker:29', 'worker:30']);
    expect(places(file, ' drista-event 3', 'step', 'step', 'step')).toEqual(['worker:27', 'twice:18', 'sum:11']);
  });

  test('values are followed to where they come from', () => {
    const { shown, complaints } = inGdb(
      file,
      'drista-back',
      'drista-origin total',
      'drista-origin rounds',
      'drista-origin rounds',
      'drista-origin rounds',
      'drista-event 6',
      'drista-origin',
      'drista-origin',
      'drista-origin 3 + 4',
      'drista-origin nothing',
    );
    expect(shown.slice(1)).toEqual([
      expect.stringMatching(/^It reads from:\nEvent 4 \(1\.2\) of thread 1 \(worker\): total = 16\n/),
      expect.stringMatching(
        /^`rounds` was last changed by thread 1 \(worker\), after its event 1\.1:\n.*twice .*:22\n/,
      ),
      expect.stringMatching(
        /^`rounds` was last changed by thread 1 \(worker\), after its event 1\.1:\n.*twice .*:20\n/,
      ),
      expect.stringMatching(/^Nothing has changed `rounds` since the run began\.\n.*twice .*:/),
      expect.stringMatching(/^Event 6 /),
      expect.stringMatching(/^It reads from:\nEvent 5 /),
      '',
      '',
      '',
    ]);
    expect(complaints).toBe(
      'drista: this is no read: name what was written, as in drista-origin x\n' +
        'drista: `3 + 4` has no place in memory\n' +
        'No symbol "nothing" in current context.\n',
    );
  });

  test('a read of the initial value, and a last write that no read has seen', () => {
    const bug = saved(build([join(top, 'examples', 'store-buffering.c')], ['-g']), 'buffered');
    const { shown } = inGdb(bug, 'drista-event 1.3', 'drista-origin', 'drista-end', 'drista-origin x');
    expect(shown[1]).toBe('It reads the initial value: no event wrote that.');
    expect(shown[3]).toMatch(/^The last event that wrote `x`:\nEvent 5 \(1\.2\) of thread 1 \(thread_1\): x\.store/);
  });

  test('a program that was not built with drista', () => {
    const source = join(top, 'examples', 'dining-philosophers.c');
    const plain = join(folder, 'plain');
    expect(spawnSync('cc', ['-g', '-o', plain, source, '-lpthread']).status).toBe(0);
    const found = saved(plain, 'plain');
    expect(places(found, 'drista-event 3.2', 'rs', 'rs', ' drista-event 1.2', ' rs', 'rs')).toEqual([
      'philosopher:18',
      'philosopher:18',
      'philosopher:17',
      'philosopher:17',
    ]);
  });

  test('a program without symbols', () => {
    const stripped = join(folder, 'stripped');
    copyFileSync(program, stripped);
    expect(spawnSync('strip', [stripped]).status).toBe(0);
    const { shown, complaints } = inGdb(saved(stripped, 'stripped'), 'drista-event 2');
    expect(shown).toEqual(['']);
    expect(complaints).toMatch(/drista: gdb does not find the events: was the program stripped of its symbols\?\n$/);
  });

  test('the output of the program comes once', () => {
    const { shown } = inGdb(file, 'continue', 'drista-event 1', 'drista-end', 'continue');
    expect(shown.map((text) => /hello/.test(text))).toEqual([true, false, false, false]);
  });

  test('on a terminal gdb does not wait for the reader of what it does not show', () => {
    const args = ['break 12', 'rc', 'rs'].map((command) => `-ex '${command}'`).join(' ');
    const line = `stty rows 10 cols 200 && exec ${join(top, 'drista')} replay --gdb ${file} -- ${args} -ex quit`;
    const { stdout, status } = spawnSync('script', ['-qec', line, '/dev/null'], {
      encoding: 'utf8',
      env: { ...process.env, TERM: 'dumb', SHELL: '/bin/sh' },
      input: '',
    });
    expect(status).toBe(0);
    expect(stdout).toMatch(/Breakpoint 1, [^\r\n]*:12\r\n[^]*\r\n11\s/);
    expect(stdout).not.toContain('Type <RET>');
  });
});
