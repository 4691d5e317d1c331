/** `drista doctor`: all that it says of programs of every kind. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unsupportedNames } from '../../src/compiler/calls';
import { readElf } from '../../src/debug-info/elf';
import { loadedFolder } from '../../src/base/paths';
import { drista, expectRefusal, folder } from '../support/command';
import { hasPass } from '../support/compiled';
import { compilePlainly, describeSanitized } from '../support/sanitized';
import { top } from '../support/paths';

const source = join(folder, 'patient.c');
writeFileSync(
  source,
  `#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *run(void *p) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); pthread_join(t, 0); return 0; }
`,
);
/** Calls that no version of drista will know. */
const refusing = join(folder, 'refusing.c');
writeFileSync(refusing, '#include <unistd.h>\nint main(void) { return fork() + (int)alarm(1); }\n');

let count = 0;
function compiled(compiler: string, flags: readonly string[], from = source): string {
  const program = join(folder, `patient${count++}`);
  if (compiler === 'drista')
    expect(drista(['cc', from, '-o', program, ...flags])).toMatchObject({ status: 0, stderr: '' });
  else compilePlainly(compiler, [from, '-pthread', '-o', program, ...flags]);
  return program;
}

/** What is said; the compiler's version is that of this machine. */
function said(program: string): { status: number | null; text: string } {
  const { status, stdout, stderr } = drista(['doctor', program]);
  expect(stderr).toBe('');
  return {
    status,
    text: stdout
      .replaceAll(program, 'PROGRAM')
      .replace(/gcc \d[\d.]*/, 'gcc VERSION')
      .replace(/^( {2}compiler +).*(?=\(optimisation)/m, '$1CLANG '),
  };
}

const calls = '  thread calls  pthread_create, pthread_join, pthread_mutex_lock, pthread_mutex_unlock\n';
const bytes =
  '  loops         known by the bytes of stacks and registers, so that some waiting loops cost more: `drista cc`\n' +
  "                with clang 14 to 19 and drista's pass tells more (docs/explanation/thread-states.md)\n";
const loops = hasPass ? '  loops         what is live where a thread waits is known\n' : bytes;
const libc = "libc.so.6: what their usual functions do with the program's memory is seen\n";
const libcOfPlain = 'libc.so.6: not instrumented: their own memory accesses are not seen\n';

test('the optimisation that gcc was told last', () => {
  expect(said(compiled('drista', ['--drista-compiler=gcc', '-O0', '-O2'])).text).toContain('gcc VERSION, -O2');
});

test('drista cc --drista-compiler=gcc', () => {
  expect(said(compiled('drista', ['--drista-compiler=gcc']))).toEqual({
    status: 0,
    text: `PROGRAM: drista can check it
  program       x86-64, dynamic, position-independent, C
  built         with \`drista cc\`: every memory access and atomic of its own code is seen
  compiler      gcc VERSION, -O0
${bytes}  debug info    yes
${calls}  libraries     ${libc}  not seen      inline assembly; what an optimisation removed
`,
  });
});

test('drista cc, stripped', () => {
  expect(said(compiled('drista', ['-s']))).toEqual({
    status: 0,
    text: `PROGRAM: drista can check it
  program       x86-64, dynamic, position-independent, C
  built         with \`drista cc\`: every memory access and atomic of its own code is seen
${loops}  debug info    no: reports name functions at best, no source lines
  thread calls  not known: its symbols were stripped
  libraries     ${libc}  not seen      inline assembly; what an optimisation removed

To see more:
  compile with -g
`,
  });
});

test('plain', () => {
  expect(said(compiled('gcc', ['-g', '-O2', '-no-pie']))).toEqual({
    status: 0,
    text: `PROGRAM: drista can check its pthread calls, and nothing else
  program       x86-64, dynamic, at a fixed address, C
  built         without instrumentation: data races and atomics are not seen, only pthread calls
  compiler      gcc VERSION, -O2
  debug info    yes
${calls}  libraries     ${libcOfPlain}  not seen      all memory accesses and atomics; \
threads that wait for each other in other ways than pthread
                calls

To see more:
  build it with \`drista cc\` (\`drista c++\`), which adds -O0 -g where no -O and -g are given
`,
  });
});

describeSanitized((compiler, flags) => {
  test('what is seen', () => {
    const gcc = compiler === 'gcc';
    expect(said(compiled(compiler, ['-g', '-O1', ...flags]))).toEqual({
      status: 0,
      text: `PROGRAM: drista can check it
  program       x86-64, dynamic, position-independent, C
  built         with ${compiler} -fsanitize=thread${gcc ? '' : ' -shared-libsan'}: memory accesses and atomics are seen
  compiler      ${gcc ? 'gcc VERSION, -O1' : 'CLANG (optimisation is not recorded)'}
  debug info    yes
${calls}  libraries     ${libc}  not seen      inline assembly; \
what an optimisation removed${gcc ? '; memset of a known size with -O1 and above' : ''}

To see more:
  build it with \`drista cc\` (\`drista c++\`)${gcc ? ' --drista-compiler=gcc' : ''}, \
which adds -O0 -g where no -O and -g are given
`,
    });
  });
});

test('the compiler of a program with another sanitizer, not that of the sanitizer', () => {
  expect(said(compiled('gcc', ['-fsanitize=address', '-O1', '-g']))).toMatchObject({
    status: 2,
    text: expect.stringMatching(/^ {2}compiler +gcc VERSION, -O1$/m) as string,
  });
});

test('what has no way in', () => {
  expect(said(compiled('gcc', ['-static', '-g0']))).toEqual({
    status: 2,
    text: `PROGRAM: drista cannot check it
  program       x86-64, at a fixed address, C
  compiler      CLANG (optimisation is not recorded)

PROGRAM is linked statically, so drista cannot enter it: rebuild it with \`drista cc\` and without -static
`,
  });
  expect(said(compiled('gcc', ['-static-pie', '-g0']))).toMatchObject({
    status: 2,
    text: expect.stringContaining('PROGRAM is linked statically') as string,
  });
  const hidden = said(compiled('gcc', ['-shared', '-fPIC', '-fvisibility=hidden', '-Dmain=other']));
  expect(hidden).toMatchObject({
    status: 2,
    text: expect.stringMatching(
      /^ {2}program +x86-64, shared library, C$[^]*\nPROGRAM is a shared library: /m,
    ) as string,
  });
  const foreign = join(folder, 'foreign');
  const bytes = readFileSync(compiled('gcc', []));
  bytes.writeUInt16LE(183, 18); // AArch64
  writeFileSync(foreign, bytes, { mode: 0o755 });
  expect(said(foreign)).toEqual({
    status: 2,
    text: (
      'foreign: drista cannot check it\n\nforeign is not for x86-64: drista checks 64-bit x86 programs; ' +
      'rebuild it with `drista cc`\n'
    ).replaceAll('foreign', 'PROGRAM'),
  });
});

test('an older runtime', () => {
  const program = compiled('drista', []);
  const bytes = readFileSync(program);
  bytes.write('drista protocol 0', bytes.indexOf('drista protocol '));
  writeFileSync(program, bytes);
  expect(said(program).text).toMatch(
    /^PROGRAM: drista cannot check it\n[^]*\n\nPROGRAM was built with another version of drista: rebuild it with this drista's `drista cc`\n$/,
  );
});

test('calls that end a check, of a program with the runtime in it and of one without', () => {
  for (const program of [compiled('drista', [], refusing), compiled('gcc', [], refusing)]) {
    expect(said(program).text).toMatch(
      /^ {2}thread calls {2}none\n {2}not supported alarm, fork: a check ends where it is called\n/m,
    );
  }
});

test('functions whose effects are not known, by their libraries', () => {
  const path = join(folder, 'unknowing.c');
  writeFileSync(path, '#include <sys/quota.h>\nint main(void) { return quotactl(0, 0, 0, 0) + swapoff(""); }\n');
  for (const program of [compiled('drista', ['-include', 'sys/swap.h'], path), compiled('gcc', ['-w'], path)]) {
    expect(said(program).text).toMatch(
      /^ {2}not known {5}what these functions do beside returning a value: quotactl of libc\.so\.6$/m,
    );
  }
});

test('threads that a library makes for the program', () => {
  const library = join(folder, 'libspawn.so'),
    path = join(folder, 'spawning.c');
  writeFileSync(
    join(folder, 'spawn.c'),
    '#include <pthread.h>\npthread_t spawn(void *(*f)(void *)) { pthread_t t; pthread_create(&t, 0, f, ' +
      '0); return t; }\n',
  );
  compilePlainly('gcc', ['-shared', '-fPIC', '-o', library, join(folder, 'spawn.c')]);
  writeFileSync(
    path,
    'unsigned long spawn(void *(*)(void *));\nstatic void *f(void *a) { return a; }\nint main(void) { ' +
      'spawn(f); return 0; }\n',
  );
  expect(drista(['cc', path, library, '-o', join(folder, 'spawning')]).status).toBe(0);
  expect(said(join(folder, 'spawning')).text).toMatch(
    /^ {2}thread calls {2}none of its own; by libraries: libspawn\.so \(pthread_create\)$/m,
  );
});

test('C++', () => {
  const path = join(folder, 'patient.cc');
  writeFileSync(
    path,
    '#include <thread>\n#include <string>\nstd::string s;\nint main() { std::thread t([] { s += "x"; }); t.join(); }\n',
  );
  const program = join(folder, 'patient-c++');
  expect(drista(['c++', path, '-o', program]).status).toBe(0);
  const { text } = said(program);
  expect(text).toMatch(/^ {2}program .*, C\+\+$/m);
  expect(text).toMatch(/^ {2}thread calls {2}pthread_create, pthread_join$/m);
  expect(text).toMatch(/^ {2}libraries {5}libstdc\+\+\.so\.6, /m);
  expect(text).toMatch(/what libstdc\+\+ holds compiled/);
});

test("the list of calls that end a check is the runtime's", () => {
  const listed = unsupportedNames(readElf(readFileSync(join(loadedFolder(), 'libdrista.so')))!);
  const written = [
    ...readFileSync(join(top, 'runtime', 'libc', 'unsupported.c'), 'utf8').matchAll(/^UNSUPPORTED\((\w+)\)/gm),
  ].map(([, name]) => name);
  expect(written.length).toBeGreaterThan(10);
  expect([...listed].sort()).toEqual(expect.arrayContaining(written));
});

test('wrong use, and files that are no programs', () => {
  expectRefusal(drista(['doctor']), /no program is given/);
  expectRefusal(drista(['doctor', 'a', 'b']), /unexpected argument 'b'/);
  expectRefusal(drista(['doctor', '/nonexistent']), /does not exist/);
  expectRefusal(drista(['doctor', source]), /not a compiled Linux program/);
  expect(drista(['doctor', '--help']).stdout).toMatch(/drista doctor PROGRAM/);
});

describe('drista doctor --rust', () => {
  test('says how to install cargo drista', () => {
    const done = drista(['doctor', '--rust'], { HOME: folder, CARGO_HOME: folder, PATH: '/usr/bin:/bin' });
    expect([done.status, done.stderr]).toEqual([2, '']);
    expect(done.stdout).toMatch(
      /^tests in Rust cannot be checked: cargo drista is not installed: .*cargo install --path \S+\/rust\/cargo-drista\n$/,
    );
  });

  test('says what cargo drista says, and returns its exit code', () => {
    const home = join(folder, 'cargo-home');
    mkdirSync(join(home, 'bin'), { recursive: true });
    writeFileSync(join(home, 'bin', 'cargo-drista'), '#!/bin/sh\necho "$1 of $DRISTA"\nexit 2\n', { mode: 0o755 });
    const done = drista(['doctor', '--rust'], { CARGO_HOME: home, PATH: '/usr/bin:/bin', DRISTA: '' });
    expect(done).toEqual({ status: 2, stdout: 'doctor of \n', stderr: '' });
  });

  test('takes no program', () => {
    expectRefusal(drista(['doctor', '--rust', source]), /takes no program/);
  });
});
