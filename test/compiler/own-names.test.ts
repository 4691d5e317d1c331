/**
 * A program may define any function that the runtime wraps: it links, and what it defines wins. The table of names is
 * the runtime library's.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drista, folder } from '../support/command';
import { top } from '../support/paths';

const runtime = join(top, 'build', 'runtime', 'libdrista.a');

interface Symbol {
  readonly name: string;
  readonly type: string;
  readonly address: number;
}

function symbols(file: string): Symbol[] {
  const { stdout } = spawnSync('nm', ['--defined-only', '--extern-only', '--format=posix', file], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  return stdout.split('\n').flatMap((line) => {
    const [, name, type, address = '0'] = /^(\S+) ([A-Za-z])(?: ([0-9a-f]+))?/.exec(line) ?? [];
    return name === undefined ? [] : [{ name, type, address: parseInt(address, 16) }];
  });
}

const all = symbols(runtime);
/**
 * What instrumented code and drista.h call, and the way in: a program that brought one of these could not be checked.
 */
const reserved = /^(__tsan_.*|drista_runtime_.*|__libc_start_main)$/;
const hidden = /^dr_|_entered$|^DW\.ref\./;
const wrapped = all.filter(({ name }) => !hidden.test(name) && !reserved.test(name)).map(({ name }) => name);

/** One assembler file that defines them all, as functions of this name: their code is between two labels. */
function own(names: readonly string[]): string {
  const path = join(folder, 'own.s');
  const functions = names.map(
    (name) => `.globl ${name}\n.type ${name}, %function\n${name}: ret\n.size ${name}, .-${name}\n`,
  );
  writeFileSync(
    path,
    `.text\n.globl own_begin\nown_begin: nop\n${functions.join('')}.globl own_end\nown_end: ` +
      `nop\n.section .note.GNU-stack, "", %progbits\n`,
  );
  return path;
}

const main = join(folder, 'main.c'),
  mainCxx = join(folder, 'main.cc');
writeFileSync(main, 'int main(void) { return 0; }\n');
writeFileSync(mainCxx, '#include <string>\nint main() { return std::string("a").size() == 0; }\n');

test('the table has what the runtime wraps, and every name can be replaced', () => {
  expect(wrapped).toEqual(
    expect.arrayContaining([
      'nanosleep',
      'malloc',
      'memcpy',
      'pthread_mutex_lock',
      'pthread_create',
      'printf',
      '_Znwm',
      'fork',
      'dlsym',
    ]),
  );
  expect(wrapped.length).toBeGreaterThan(500);
  expect(all.filter(({ name, type }) => wrapped.includes(name) && !'WV'.includes(type))).toEqual([]);
});

test('what the runtime uses itself is not what a program may replace', () => {
  const { stdout } = spawnSync('nm', ['--undefined-only', '--format=posix', runtime], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  const used = new Set(stdout.split('\n').map((line) => line.split(' ')[0]));
  expect(wrapped.filter((name) => used.has(name))).toEqual([]);
});

const cases: readonly (readonly [string, string, string, readonly string[]])[] = [
  ['C', 'cc', main, []],
  ['C, not position-independent', 'cc', main, ['-no-pie']],
  ['C++', 'c++', mainCxx, []],
];

describe.each(['clang', 'gcc'])('%s', (compiler) => {
  test.each(cases)('a program in %s defines all of them', (_, command, source, flags) => {
    const program = join(folder, `all-${compiler}-${command}`);
    const done = drista([command, `--drista-compiler=${compiler}`, ...flags, '-o', program, source, own(wrapped)]);
    expect([done.status, done.stderr]).toEqual([0, '']);
    const linked = new Map(symbols(program).map(({ name, address }) => [name, address]));
    const isOwn = (name: string): boolean =>
      linked.get(name)! >= linked.get('own_begin')! && linked.get(name)! < linked.get('own_end')!;
    expect(wrapped.filter((name) => !isOwn(name))).toEqual([]);
  });

  test.each([
    ['C', 'cc'],
    ['C++', 'c++'],
  ])('they come from a static library, %s', (_, command) => {
    const [object, library, program] = ['own.o', 'libown.a', `static-${compiler}-${command}`].map((name) =>
      join(folder, name),
    );
    expect(drista([command, `--drista-compiler=${compiler}`, '-c', '-o', object, own(wrapped)])).toMatchObject({
      status: 0,
      stderr: '',
    });
    spawnSync('ar', ['rcs', library, object]);
    const source = join(folder, 'uses.c');
    writeFileSync(
      source,
      `${command === 'cc' ? '' : 'extern "C" '}int nanosleep(void);\nint main(void) { return nanosleep(); }\n`,
    );
    const done = drista([
      command,
      `--drista-compiler=${compiler}`,
      '-o',
      program,
      ...(command === 'cc' ? [] : ['-x', 'c++']),
      source,
      '-x',
      'none',
      library,
    ]);
    expect([done.status, done.stderr]).toEqual([0, '']);
  });

  test('a shared library defines all of them', () => {
    const library = join(folder, `libown-${compiler}.so`);
    expect(
      drista(['cc', `--drista-compiler=${compiler}`, '-shared', '-fPIC', '-o', library, own(wrapped)]),
    ).toMatchObject({ status: 0, stderr: '' });
    expect(symbols(library).map(({ name }) => name)).toEqual(expect.arrayContaining(wrapped));
  });
});

test('names that a check rests on cannot be replaced in silence', () => {
  for (const name of ['__tsan_read4', '__libc_start_main', 'drista_runtime_choose']) {
    const done = drista(['cc', '-o', join(folder, 'reserved'), main, own([name])]);
    expect([done.status, done.stderr]).toEqual([1, expect.stringMatching(`multiple definition of .${name}`)]);
  }
});
