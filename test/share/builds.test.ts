/** Tests of drista within builds: CMake with ctest, Meson and make run them for real. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findCommand } from '../../src/compiler/compilers';
import { folder } from '../support/command';
import { top } from '../support/paths';

/** drista is found in PATH, as users have it. */
const env = { ...process.env, PATH: `${top}:${process.env.PATH}` };

/** Runs a command; what it printed, without the times. */
function run(cwd: string, command: string, ...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', env, input: '' });
  return { status, output: `${stdout}${stderr}`.replace(/\d+\.\d+ s(ec)?/g, '_ s') };
}

function example(): string {
  const copy = join(mkdtempSync(join(folder, 'example-')), 'project');
  cpSync(join(top, 'examples', 'project'), copy, { recursive: true });
  return copy;
}

/** Tests that need these commands; where one is missing they are skipped, and their names say why. */
function describeWith(name: string, commands: readonly string[], tests: () => void): void {
  const missing = commands.filter((command) => findCommand(command) === undefined);
  if (missing.length === 0) describe(name, tests);
  else describe.skip(`${name} (not run: ${missing.join(', ')} not found; \`npm run setup\` installs it)`, tests);
}

const program = (body: string): string => `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
${body}
int main(int argc, char **argv) {
  pthread_t t;
  (void)argc, (void)argv;
  pthread_create(&t, 0, f, 0);
  f(0);
  return pthread_join(t, 0);
}
`;
const racing = program('int x;\nvoid *f(void *a) { x++; return a; }');
const right = program(
  '#include <value.h>\natomic_int x;\nvoid *f(void *a) { assert(value() == VALUE); x++; return a; }',
);

/** A project of CMake with these lines behind its first ones. */
function project(lines: string, files: Record<string, string> = {}, languages = 'C CXX'): string {
  const root = mkdtempSync(join(folder, 'c make-'));
  const list = `cmake_minimum_required(VERSION 3.16)
project(tests ${languages})
enable_testing()
find_package(drista 1.0 REQUIRED)
${lines}
`;
  for (const [name, text] of Object.entries({
    'CMakeLists.txt': list,
    'racing.c': racing,
    'right.c': right,
    ...files,
  })) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}

function configure(root: string): { status: number | null; output: string } {
  const where = run(root, 'drista', 'cmake-dir').output.trim();
  return run(root, 'cmake', '-B', 'build', `-Ddrista_DIR=${where}`);
}

/** By the names of tests: Passed or ***Failed; and all output. */
function ctest(root: string): { results: Record<string, string>; output: string } {
  const { output } = run(root, 'ctest', '--test-dir', 'build', '--output-on-failure', '-j', '2');
  const rows = [...output.matchAll(/Test +#\d+: (\S+) \.+ *(\S+)/g)];
  return { results: Object.fromEntries(rows.map(([, name, result]) => [name, result])), output };
}

describeWith('CMake', ['cmake', 'ctest'], () => {
  test('the example', () => {
    const root = example();
    expect(configure(root)).toMatchObject({ status: 0 });
    expect(run(root, 'cmake', '--build', 'build')).toMatchObject({ status: 0 });
    expect(ctest(root).results).toEqual({ mailbox: 'Passed', 'mailbox-relaxed': 'Passed' });
  });

  test('what is not as expected fails, and what is undecided', () => {
    const root = project(
      `add_drista_test(NAME race SOURCES racing.c EXPECT "error data-race at racing.c:5")
      add_drista_test(NAME verified SOURCES racing.c EXPECT verified LABELS slow)
      add_drista_test(NAME place SOURCES racing.c EXPECT "error data-race at racing.c:6")
      add_drista_test(NAME undecided SOURCES counter.c EXPECT verified OPTIONS --max-executions 1)
      add_drista_test(NAME limit SOURCES counter.c EXPECT inconclusive OPTIONS --max-executions 1 TIME_LIMIT 30)
      add_drista_test(NAME broken SOURCES racing.c EXPECT verified BUILD -DX=\\"\\ \\" -include nothing.h)`,
      { 'counter.c': program('atomic_int x;\nvoid *f(void *a) { x++; return a; }') },
      'NONE',
    );
    expect(configure(root)).toMatchObject({ status: 0 });
    const { results, output } = ctest(root);
    const failed = '***Failed';
    expect(results).toEqual({
      race: 'Passed',
      verified: failed,
      place: failed,
      undecided: failed,
      limit: 'Passed',
      broken: failed,
    });
    expect(output).toMatch(/FAILED verified\.drista\.c: expected verified, found data-race at \/.*\/racing\.c:5/);
    expect(output).toMatch(
      /FAILED place\.drista\.c: expected data-race at racing\.c:6, found data-race at \/.*\/racing\.c:5/,
    );
    expect(output).toContain('UNDECIDED undecided.drista.c: expected verified, undecided (limit: executions)');
    expect(output).toMatch(/NOT CHECKED broken\.drista\.c: it could not be built\n\n.*'nothing\.h' file not found/);
    const labelled = run(root, 'ctest', '--test-dir', 'build', '-N', '-L', 'slow').output;
    expect(labelled).toContain('Total Tests: 1');
  });

  test('folders of headers for a test with a header of its own', () => {
    const root = project(
      `add_drista_test(NAME own/header SOURCES own.drista.c INCLUDE_DIRECTORIES value "other folder")
      add_drista_test(NAME without SOURCES own.drista.c)`,
      {
        'value/value.h': '#include <other.h>\n',
        'other folder/other.h': '#define VALUE 3\nstatic int value(void) { return 3; }\n',
        'own.drista.c': `// drista: verified\n${right}`,
      },
      'NONE',
    );
    expect(configure(root)).toMatchObject({ status: 0 });
    expect(ctest(root).results).toEqual({ 'own/header': 'Passed', without: '***Failed' });
  });

  test('several sources, languages, and what targets ask for', () => {
    const root = project(
      `include("\${drista_DIR}/drista.cmake") # in place of find_package, or besides
      set(CMAKE_CXX_STANDARD 20)
      set(CMAKE_CXX_EXTENSIONS OFF)
      add_library(value value/value.c)
      target_include_directories(value PUBLIC value)
      target_compile_definitions(value PUBLIC VALUE=3 "NAME=\\"a b\\"")
      add_library(headers INTERFACE)
      target_include_directories(headers INTERFACE value)
      add_drista_test(NAME target SOURCES right.c EXPECT verified LINK_LIBRARIES value m BUILD -Werror)
      add_drista_test(NAME sources SOURCES right.c value/value.c EXPECT verified "verified --model sc"
        INCLUDE_DIRECTORIES value COMPILE_DEFINITIONS VALUE=3)
      add_drista_test(NAME queue/cxx SOURCES a.cc EXPECT verified LINK_LIBRARIES headers ARGUMENTS "a \\$b\\"c" d)`,
      {
        'value/value.h': 'int value(void);\n',
        'value/value.c': '#include "value.h"\nint value(void) { return 3; }\n',
        'a.cc': `#include <value.h>
#include <cassert>
#include <cstring>
#include <thread>
static_assert(__cplusplus == 202002L);
int main(int argc, char **argv) {
  std::thread t([] {});
  assert(argc == 3 && std::strcmp(argv[1], "a $b\\"c") == 0);
  t.join();
}
`,
      },
    );
    expect(configure(root)).toMatchObject({ status: 0 });
    expect(run(root, 'cmake', '--build', 'build')).toMatchObject({ status: 0 });
    const { results, output } = ctest(root);
    expect([results, output.match(/(FAILED|NOT CHECKED)[^]*/)?.[0]]).toEqual([
      { target: 'Passed', sources: 'Passed', 'queue/cxx': 'Passed' },
      undefined,
    ]);
  });

  test.each([
    ['SOURCES racing.c', 'NAME is missing'],
    ['NAME a', 'SOURCES is missing'],
    ['NAME a SOURCES b.c', 'b.c does not exist'],
    ['NAME a SOURCES racing.c EXCEPT verified', 'EXCEPT does not exist'],
    ['NAME a EXCEPT SOURCES racing.c', 'unknown arguments: EXCEPT'],
    ['NAME a SOURCES racing.c OPTIONS --model sc', 'OPTIONS needs EXPECT: without it the header counts'],
    ['NAME a SOURCES racing.c right.c', 'several SOURCES need EXPECT'],
    ['NAME a SOURCES racing.c a.cc EXPECT verified', 'SOURCES are of C and of C\\+\\+'],
  ])('add_drista_test(%s) is refused', (call, message) => {
    const done = configure(project(`add_drista_test(${call})`, { 'a.cc': '' }, 'NONE'));
    expect(done.status).toBe(1);
    expect(done.output.replace(/\s+/g, ' ')).toMatch(new RegExp(`add_drista_test\\(\\w*\\): (${message})`));
  });

  test('a later version is not found', () => {
    const root = project('', {}, 'NONE');
    const list = join(root, 'CMakeLists.txt');
    writeFileSync(list, 'cmake_minimum_required(VERSION 3.16)\nproject(x NONE)\nfind_package(drista 1.99 REQUIRED)\n');
    expect(configure(root).output).toMatch(/compatible\s+with\s+requested\s+version "1\.99"/);
  });
});

describeWith('Meson', ['meson', 'ninja'], () => {
  test('the example, and a test that fails', () => {
    const root = example();
    expect(run(root, 'meson', 'setup', 'build')).toMatchObject({ status: 0 });
    const passed = run(root, 'meson', 'test', '-C', 'build');
    expect(passed.output).toMatch(/1\/1 mailbox +OK/);
    expect(passed.status).toBe(0);
    writeFileSync(join(root, 'mailbox.drista.c'), `// drista: verified\n${racing}`);
    const failed = run(root, 'meson', 'test', '-C', 'build', '--print-errorlogs');
    expect(failed.output).toMatch(/1\/1 mailbox +FAIL/);
    expect(failed.output).toContain('expected verified, found data-race');
    expect(failed.status).not.toBe(0);
  });
});

describeWith('make', ['make'], () => {
  test('the example, and a test that fails', () => {
    const root = example();
    expect(run(root, 'make', 'check').output).toMatch(/ ✓ mailbox\.drista\.c \(2 executions, _ s\)/);
    const again = run(root, 'make', 'check');
    expect(again).toMatchObject({ status: 0, output: expect.stringMatching(/ ✓ mailbox.*cached/) as string });
    writeFileSync(
      join(root, 'mailbox.h'),
      '#define PUBLISH memory_order_relaxed\n#include "../project/mailbox-right.h"\n',
    );
    cpSync(join(top, 'examples', 'project', 'mailbox.h'), join(root, 'mailbox-right.h'));
    const failed = run(root, 'make', 'check');
    expect(failed.output).toContain('expected verified, found data-race at mailbox-right.h:');
    expect(failed.status).toBe(2);
  });
});
