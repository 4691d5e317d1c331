/** `./drista cc` as a build calls it: without Node, with whatever a compiler may be asked for. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { folder } from '../support/command';
import { hasPass } from '../support/compiled';
import { top } from '../support/paths';

const launcher = join(top, 'drista');
const racy =
  'int x;\nstatic void *f(void *a) { x++; return a; }\nint main(void) { pthread_t t; ' +
  'pthread_create(&t, 0, f, 0); x++; pthread_join(t, 0); return 0; }\n';
writeFileSync(join(folder, 'a.c'), `#include <pthread.h>\n${racy}`);
writeFileSync(join(folder, 'a.h'), 'extern int h;\n');
writeFileSync(join(folder, 's.S'), '#define R ret\n.globl s\ns: R\n.section .note.GNU-stack, "", %progbits\n');

function run(command: string, args: readonly string[], input = '', env: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    input,
    env: { ...process.env, ...env },
  });
  return { status, stdout, stderr };
}

/** The words of the command that stands for these arguments, without the compiler's path. */
function commandOf(args: readonly string[], env: NodeJS.ProcessEnv = {}): string[] {
  const done = run(launcher, ['cc', '--drista-print', '--drista-compiler=clang', ...args], '', env);
  expect([done.status, done.stderr]).toEqual([0, '']);
  return done.stdout.split('\n').slice(2, -1);
}

const links = (...args: string[]): boolean => commandOf(args).includes('-Wl,--whole-archive');
const instruments = (...args: string[]): boolean => commandOf(args).includes('-fsanitize=thread');

describe('what is asked for', () => {
  test.each([
    'a.c',
    'a.c -o a',
    '-O2 a.o b.o',
    'a.o -lm',
    '-l m',
    '-x c -',
    '-v a.c',
    '-pie a.c',
    '-no-pie a.c',
    '-I -c a.c',
    '-o -c a.c',
    'a.c -o a -o b',
  ])('%s links', (line) => {
    expect(links(...line.split(' '))).toBe(true);
  });

  test.each([
    '-c a.c',
    '-S a.c',
    '-E a.c',
    '-M a.c',
    '-MM a.c',
    '-fsyntax-only a.c',
    '-c -MD -MF a.d a.c',
    '-r a.o',
    '-Wl,-r a.o',
    '-nostdlib -r a.o',
    '-shared a.c',
    'a.h',
    '-x c++-header a.h',
    '-E -x c -',
    '--precompile a.c',
  ])('%s links no program', (line) => {
    expect(links(...line.split(' '))).toBe(false);
  });

  test.each([
    '--version',
    '-v',
    '-dumpmachine',
    '-print-search-dirs',
    '-o a',
    '-I include -D A',
    '--help',
    '-print-file-name=libc.so',
    '-print-prog-name=ld a.c',
    '-cc1 a.c',
  ])('"%s" is passed on as it is', (line) => {
    expect(commandOf(line.split(' '))).toEqual(line.split(' '));
  });

  test.each([
    ['a.o b.a c.so d.so.1.2 -o x.c', false],
    ['a.o b.cpp', true],
    ['-x c a.o', true],
    ['-xc a.o', true],
    ['-x c -x none a.o', false],
  ])('sources among %s: %s', (line, are) => {
    expect(instruments(...line.split(' '))).toBe(are);
  });

  test("the user's -O and -g come after drista's", () => {
    const all = commandOf(['-Og', '-g3', '-c', 'a.c']);
    expect(all.indexOf('-O0')).toBeGreaterThan(-1);
    expect(all.indexOf('-Og')).toBeGreaterThan(all.indexOf('-O0'));
    expect(all.indexOf('-g3')).toBeGreaterThan(all.indexOf('-g'));
  });

  test('arguments arrive as they are, whatever is in them', () => {
    const odd = ['-DA="b c"', '-DB=*', '-D', '$(false)', '-DC=\\', "it's", '-DE=`x`', '', ' ', '-c'];
    expect(commandOf(odd).slice(-odd.length)).toEqual(odd);
  });

  test('response files', () => {
    const [outer, inner] = [join(folder, 'outer'), join(folder, 'in ner')];
    writeFileSync(outer, `-o x\n"@${inner}"`);
    writeFileSync(inner, "'a file.c' -c\n");
    expect(commandOf([`@${outer}`])).toEqual(expect.arrayContaining(['-fsanitize=thread', `@${outer}`]));
    expect(links(`@${outer}`)).toBe(false);
    writeFileSync(inner, '"-c" \\-c -DA="b -c" it\\\'s.c\n');
    expect(links(`@${outer}`)).toBe(false);
    writeFileSync(inner, '"a -c" \'-c b\' \\"-c');
    expect(links(`@${outer}`)).toBe(true);
    expect(links('@/does/not/exist')).toBe(true);
    writeFileSync(inner, `"@${outer}"`);
    expect(run(launcher, ['cc', `@${outer}`])).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^drista: the response file .* contains itself: check it\n$/),
    });
  });

  test('a response file that may never end', () => {
    run('mkfifo', ['pipe']);
    writeFileSync(join(folder, 'leads'), '-c @/dev/zero');
    for (const file of ['/dev/zero', '/dev/tty', 'pipe', '.', 'leads'])
      expect(run(launcher, ['cc', '-o', 'x', `@${file}`])).toEqual({
        status: 2,
        stdout: '',
        stderr:
          `drista: the response file ${file === 'leads' ? '/dev/zero' : file} is not a regular file: write ` +
          `the arguments into one\n`,
      });
    expect(links('@/dev/null', 'a.c')).toBe(true);
  });
});

describe.each(['clang', 'gcc'])('%s', (compiler) => {
  const cc = (args: readonly string[], input = '') =>
    run(launcher, ['cc', `--drista-compiler=${compiler}`, ...args], input);
  const finds = (program: string): void => {
    expect(run(launcher, [join(folder, program)]).stdout).toMatch(/^error: data race on x/);
  };

  test('a failed check of a signed overflow is an error with its line', () => {
    const text = '#include <limits.h>\nint main(int n, char **a) {\n  int x = INT_MAX - 1;\n  x += n;\n  x += n;\n}\n';
    cc(['-fsanitize=signed-integer-overflow', '-g', '-x', 'c', '-o', `overflow-${compiler}`, '-'], text);
    const what = compiler === 'clang' && hasPass ? 'an addition overflows (a' : 'a trap (of __builtin_trap, or a';
    expect(run(launcher, [join(folder, `overflow-${compiler}`)]).stdout).toContain(
      `error: the program crashes: ${what} check of -fsanitize): <stdin>:5 in main (main)`,
    );
  });

  test.each([
    ['-pie', '-fPIE'],
    ['-no-pie'],
    ['-flto'],
    ['-fsanitize=thread'],
    ['-fsanitize=undefined'],
    ['-nodefaultlibs', '-lc'],
    ['-o', 'other'],
    ['-Wl,--as-needed'],
    ['-pthread', '-O2'],
  ])('the race is found in a program built with %s %s', (...flags) => {
    expect(cc([...flags.filter((flag) => flag !== undefined), 'a.c', '-o', `flags-${compiler}`])).toEqual({
      status: 0,
      stdout: '',
      stderr: '',
    });
    finds(`flags-${compiler}`);
  });

  test('objects of -flto too', () => {
    expect(cc(['-flto', '-c', 'a.c', '-o', 'lto.o'])).toMatchObject({ status: 0, stderr: '' });
    expect(cc(['-flto', 'lto.o', '-o', `lto-${compiler}`])).toMatchObject({ status: 0, stderr: '' });
    finds(`lto-${compiler}`);
  });

  test('a program from stdin, a file of assembly, objects put together, a precompiled header', () => {
    expect(cc(['-x', 'c', '-', '-o', `stdin-${compiler}`], `#include <pthread.h>\n${racy}`)).toEqual({
      status: 0,
      stdout: '',
      stderr: '',
    });
    finds(`stdin-${compiler}`);
    for (const args of [
      ['-c', 's.S'],
      ['-c', 'a.c', '-o', 'a.o'],
      ['-r', 'a.o', 's.o', '-o', 'both.o'],
      ['both.o', '-o', `both-${compiler}`],
      ['a.h', '-o', `a-${compiler}.pch`],
    ]) {
      expect(cc(args)).toEqual({ status: 0, stdout: '', stderr: '' });
    }
    finds(`both-${compiler}`);
  });

  test('undefined behaviour that was asked for is a crash', () => {
    writeFileSync(join(folder, 'shift.c'), 'int main(int n, char **a) { (void)a; return 1 << (n + 40); }\n');
    expect(cc(['-fsanitize=undefined', 'shift.c', '-o', `shift-${compiler}`])).toEqual({
      status: 0,
      stdout: '',
      stderr: '',
    });
    expect(run(launcher, [join(folder, `shift-${compiler}`)]).stdout).toMatch(/^error: .*shift\.c:1/);
  });

  test.each([
    ['-static', /linked statically/],
    ['-static-pie', /linked statically/],
    ['-fsanitize=address', /-fsanitize=address cannot/],
    ['-fsanitize=thread,leak', /-fsanitize=leak cannot/],
  ])('%s is refused in one line', (flag, why) => {
    expect(cc([flag, 'a.c', '-o', 'refused'])).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(why),
    });
  });

  test('without inputs the compiler speaks', () => {
    expect(cc(['-o', 'x'])).toEqual(run(compiler, ['-o', 'x']));
    expect(cc(['no-such.c'])).toMatchObject({ status: 1 });
  });
});

test("compilers are chosen by the name of a command of the user's", () => {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  symlinkSync('/usr/bin/gcc', join(bin, 'my-gcc'));
  writeFileSync(join(bin, 'wraps'), '#!/bin/sh\nexec /usr/bin/clang "$@"\n', { mode: 0o755 });
  const command = (asked: string) =>
    run(launcher, ['cc', '--drista-print', '-c', 'a.c'], '', { DRISTA_CC: asked }).stdout.split('\n').slice(0, 2);
  expect(command(join(bin, 'my-gcc'))).toEqual(['gcc', join(bin, 'my-gcc')]);
  expect(command(join(bin, 'wraps'))).toEqual(['clang', join(bin, 'wraps')]);
});

test('Node is not started', () => {
  const bin = join(folder, 'no-node');
  mkdirSync(bin);
  writeFileSync(join(bin, 'node'), '#!/bin/sh\necho node >&2\nexit 9\n', { mode: 0o755 });
  expect(run(launcher, ['cc', '-c', 'a.c', '-o', 'a.o'], '', { PATH: `${bin}:/usr/bin:/bin` })).toEqual({
    status: 0,
    stdout: '',
    stderr: '',
  });
});

test('what npm packs and installs works through a link', () => {
  const packed = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: top, encoding: 'utf8' });
  const files = (JSON.parse(packed.stdout) as { files: { path: string }[] }[])[0].files.map(({ path }) => path);
  const place = join(folder, 'lib', 'node_modules', 'drista');
  for (const file of files) {
    mkdirSync(dirname(join(place, file)), { recursive: true });
    (file.endsWith('.node') ? copyFileSync : cpSync)(join(top, file), join(place, file));
  }
  mkdirSync(join(folder, 'installed'));
  const installed = join(folder, 'installed', 'drista');
  symlinkSync('../lib/node_modules/drista/drista', installed);
  expect(run(installed, ['cc', '-o', 'packed', 'a.c'])).toEqual({ status: 0, stdout: '', stderr: '' });
  const path = { PATH: `${join(folder, 'installed')}:${process.env.PATH}` };
  expect(run('drista', ['./packed'], '', path)).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(/^error: data race on x/),
  });
  writeFileSync(
    join(folder, 'header.c'),
    '#include <drista.h>\n#include <sanitizer/linux_syscall_hooks.h>\nint main(void) { return ' +
      'drista_choose(2) - drista_choose(1) > 1; }\n',
  );
  expect(run('drista', ['cc', '-o', 'header', 'header.c'], '', path)).toEqual({ status: 0, stdout: '', stderr: '' });
});
