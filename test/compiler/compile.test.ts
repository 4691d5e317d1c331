/** drista cc with the compilers that are there. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compilerCommand } from '../../src/compiler/compile';
import { findCommand, installed } from '../../src/compiler/compilers';
import { drista, expectRefusal, folder } from '../support/command';
import { top } from '../support/paths';

const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

const symbols = (path: string): string => spawnSync('nm', [path], { encoding: 'utf8' }).stdout;
const compilers = ['clang', 'clang-16', 'gcc'].filter((c) => findCommand(c) !== undefined);

const racy = file(
  'racy.c',
  `#include <pthread.h>
int x;
static void *f(void *a) { x++; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x++; pthread_join(t, 0); return 0; }
`,
);
const field = file(
  'field.c',
  `#include <pthread.h>
struct pair { int first, second; };
static void *f(void *a) { ((struct pair *)a)->second = 1; return 0; }
int main(void)
{
	struct pair both = {0, 0};
	pthread_t t;
	pthread_create(&t, 0, f, &both);
	both.second = 2;
	pthread_join(t, 0);
	return both.second == 0;
}
`,
);
const cpp = file(
  'threads.cpp',
  `#include <atomic>
#include <thread>
#include <cassert>
std::atomic<int> n;
int main() { std::thread a([] { n++; }), b([] { n++; }); a.join(); b.join(); assert(n == 2); }
`,
);

describe.each(compilers)('%s', (compiler) => {
  const cc = (...args: string[]) => drista(['cc', `--drista-compiler=${compiler}`, ...args]);
  const cxx = (...args: string[]) => drista(['c++', `--drista-compiler=${compiler}`, ...args]);
  const out = (name: string): string => join(folder, `${name}-${compiler}`);

  test('compiles and links in one step', () => {
    expect(cc('-Wall', '-Wextra', '-Werror', '-o', out('one'), racy)).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(drista([out('one')]).stdout).toMatch(/^error: data race on x/);
  });

  test('compiles and links in two steps, with warnings as errors, and the program also runs alone', () => {
    expect(cc('-Werror', '-c', '-o', out('two.o'), racy)).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(symbols(out('two.o'))).toMatch(/__tsan_write4/);
    expect(cc('-Werror', '-o', out('two'), out('two.o'))).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(drista([out('two')]).status).toBe(1);
    expect(spawnSync(out('two')).status).toBe(0);
    expect(spawnSync('ldd', [out('two')], { encoding: 'utf8' }).stdout).not.toMatch(/tsan/);
  });

  test('C++', () => {
    expect(cxx('-Wall', '-Werror', '-std=c++17', '-o', out('cpp'), cpp)).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(drista([out('cpp')]).stdout).toMatch(/^verified/m);
    expect(cxx('-c', '-o', out('cpp.o'), cpp).status).toBe(0);
    expect(cxx('-o', out('cpp2'), out('cpp.o')).status).toBe(0);
    expect(drista([out('cpp2')]).stdout).toMatch(/^verified/m);
  });

  test.each(['-O0', '-O1', '-O2'])(
    'a field of a local variable that another thread has the address of is seen, %s',
    (optimization) => {
      expect(cc(optimization, '-o', out('field'), field).status).toBe(0);
      expect(drista([out('field')]).stdout).toMatch(
        optimization === '-O0' ? /^error: data race on main::both\.second: / : /^error: data race on main's stack/,
      );
    },
  );

  test("a user's -fsanitize=thread on the link line does not bring the sanitizer's runtime", () => {
    expect(cc('-fsanitize=thread', '-c', '-o', out('user.o'), racy).status).toBe(0);
    expect(cc('-fsanitize=thread', '-o', out('user'), out('user.o'))).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(drista([out('user')]).status).toBe(1);
  });

  test('shared libraries', () => {
    const library = file(`lib-${compiler}.c`, 'int shared_counter; void count(void) { shared_counter++; }\n');
    const user = file(
      `user-${compiler}.c`,
      `#include <pthread.h>
void count(void);
static void *f(void *a) { count(); return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); count(); pthread_join(t, 0); return 0; }
`,
    );
    expect(cc('-shared', '-fPIC', '-o', out('libcount.so'), library)).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(cc('-o', out('user'), user, out('libcount.so'))).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(drista([out('user')]).stdout).toMatch(/^error: data race on shared_counter/);
  });

  test('a language named with -x counts for the sources only', () => {
    expect(cc('-x', 'c', racy, '-o', out('language'))).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(drista([out('language')]).status).toBe(1);
  });

  test('linking statically is refused in one line; translating for it is not', () => {
    expectRefusal(cc('-static', '-o', out('static'), racy), /statically.*leave out -static/);
    expect(cc('-static', '-c', '-Wno-unused-command-line-argument', '-o', out('static.o'), racy).status).toBe(0);
  });

  test('drista.h is found', () => {
    const chooses = file(
      'chooses.c',
      '#include <drista.h>\nint main(void) { drista_assert(drista_choose(3) < 2); return 0; }\n',
    );
    expect(cc('-Wall', '-Wextra', '-Werror', '-o', out('chooses'), chooses)).toEqual({
      status: 0,
      stdout: '',
      stderr: '',
    });
    expect(drista([out('chooses')]).stdout).toMatch(/^error: assertion/);
  });

  test('what only asks or only translates is passed on', () => {
    expect(cc('--version')).toEqual(spawned(compiler, '--version'));
    expect(cc('-dumpmachine')).toEqual(spawned(compiler, '-dumpmachine'));
    expect(cc('-E', racy).stdout).toMatch(/pthread_create/);
    expect(cc('-M', racy).stdout).toMatch(/racy\.c/);
    expect(cc('-S', '-o', '-', racy).stdout).toMatch(/__tsan_/);
  });

  test("errors and exit codes are the compiler's", () => {
    const done = cc('-c', file('broken.c', 'int main(void) { return y; }\n'));
    expect(done.status).toBe(1);
    expect(done.stderr).toMatch(/undeclared/);
  });
});

function spawned(command: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  return { status, stdout, stderr };
}

describe('the choice of a compiler', () => {
  test('flags are added only where they have a use', () => {
    expect(compilerCommand('c', ['--drista-compiler=gcc', '--version']).args).toEqual(['--version']);
    expect(compilerCommand('c', ['--drista-compiler=gcc', '-c', 'a.c']).args).toEqual(
      expect.arrayContaining(['-O0', '-g', '-fsanitize=thread']),
    );
    expect(compilerCommand('c', ['--drista-compiler=gcc', '-fsanitize=thread', 'a.o']).args).toContain(
      '-nodefaultlibs',
    );
  });

  test('the environment chooses too, and the option is stronger', () => {
    expect(drista(['cc', '--version'], { DRISTA_CC: 'gcc' }).stdout).toMatch(/^gcc/);
    expect(drista(['cc', '--version', '--drista-compiler=clang'], { DRISTA_CC: 'gcc' }).stdout).toMatch(/clang/);
    expect(drista(['c++', '--version'], { DRISTA_CC: 'gcc' }).stdout).toMatch(/^g\+\+/);
  });

  test('one that does not exist is named', () => {
    expectRefusal(drista(['cc', '--drista-compiler=/no/cc', 'a.c']), /\/no\/cc \(from --drista-compiler\)/);
    expectRefusal(drista(['cc', 'a.c'], { DRISTA_CC: 'nocc' }), /nocc \(from DRISTA_CC\)/);
  });

  test('gcc is taken when clang is missing; without any, what is missing is said', () => {
    const bin = join(folder, 'only-gcc');
    mkdirSync(bin);
    spawnSync('ln', ['-s', findCommand('gcc') ?? '', join(bin, 'gcc')]);
    expect(drista(['cc', '--version'], { PATH: bin }).stdout).toMatch(/^gcc/);
    expect(drista(['cc', '--drista-help'], { PATH: bin }).stdout).toMatch(/no clang: `apt-get install clang`/);
    expectRefusal(drista(['cc', 'a.c'], { PATH: '/nowhere' }), /no C compiler found.*clang, gcc.*install/);
    expectRefusal(drista(['cc', '--drista-compiler=clang', 'a.c'], { PATH: bin }), /clang/);
  });

  test('without arguments: help, and the compilers that were found', () => {
    const done = drista(['cc']);
    expect(done.status).toBe(2);
    for (const { path } of installed('c')) expect(done.stdout).toContain(path);
  });
});

test('CC="drista cc" make builds a project', () => {
  const project = join(folder, 'project');
  mkdirSync(project);
  writeFileSync(
    join(project, 'Makefile'),
    'prog: main.o part.o\n\t$(CC) $(LDFLAGS) -o $@ $^ -lm\n%.o: %.c\n\t$(CC) -MMD -Wall -Werror -c -o $@ $<\n',
  );
  writeFileSync(join(project, 'main.c'), 'int part(void);\nint main(void) { return part(); }\n');
  writeFileSync(join(project, 'part.c'), 'int part(void) { return 0; }\n');
  const made = spawnSync('make', ['-C', project], {
    encoding: 'utf8',
    env: { ...process.env, CC: `${join(top, 'drista')} cc` },
  });
  expect(made.stderr).toBe('');
  expect(existsSync(join(project, 'main.d'))).toBe(true);
  expect(drista([join(project, 'prog')]).stdout).toMatch(/^verified/m);
});

test('the wrapper of a clone says how to build it', () => {
  const clone = join(folder, 'clone');
  mkdirSync(clone);
  writeFileSync(join(clone, 'drista'), readFileSync(join(top, 'drista')), { mode: 0o755 });
  const done = spawnSync(join(clone, 'drista'), { encoding: 'utf8' });
  expect([done.status, done.stderr]).toEqual([2, expect.stringContaining('npm run setup')]);
});
