/** drista's command line: verdicts, exit codes, and programs that cannot be checked. */
import { modelNames } from '../../src/model/names';
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, buildText } from '../support/compiled';
import { drista, expectRefusal, folder, processesOf } from '../support/command';
import { top } from '../support/paths';

const example = (name: string): string => build([join(top, 'examples', `${name}.c`)]);
const right = example('store-buffering-seq-cst');
/** main counts its looks, so each number of them is an execution. */
const counting = buildText(`#include <pthread.h>
#include <stdatomic.h>
atomic_int ready; int looks;
static void *set(void *x) { atomic_store(&ready, 1); return x; }
int main(void) { pthread_t t; pthread_create(&t, 0, set, 0); while (!atomic_load(&ready)) looks++;
pthread_join(t, 0); return 0; }
`);
const wrong = example('store-buffering');
const twoErrors = buildText(`#include <drista.h>
int main(void) {
  unsigned n = drista_choose(3);
  drista_assert(n != 1);
  drista_assert(n != 2);
  return 0;
}
`);

describe('verdicts and exit codes', () => {
  test('0: verified', () => {
    const done = drista([right]);
    expect(done).toMatchObject({ status: 0, stderr: '' });
    expect(done.stdout).toMatch(
      /^verified: no error in any execution under rc11, equivalence observational \(3 executions, \d+ runs, [\d.]+ s\)\n$/,
    );
  });

  test('1: an error, told and saved', () => {
    const done = drista([wrong]);
    expect(done).toMatchObject({ status: 1, stderr: '' });
    expect(done.stdout).toMatch(/^error: assertion .* failed: .*store-buffering\.c:39 in main \(main\)\n/);
    const saved = /See it again: drista replay (\S+)/.exec(done.stdout)![1];
    expect(saved).toMatch(/^drista-out\/[0-9a-f]{12}\.json$/);
    expect(existsSync(join(folder, saved))).toBe(true);
  });

  test('2: wrong use', () => {
    expectRefusal(drista([]), /no program is given/);
    expectRefusal(drista(['--modle', 'sc', right], { LC_ALL: 'de_DE.UTF-8' }), /unknown option --modle/);
    expectRefusal(
      drista(['--model', 'alpha', right]),
      new RegExp(`--model knows ${modelNames.join(', ')}, not 'alpha'`),
    );
    expectRefusal(drista(['--model']), /model/);
    expectRefusal(drista(['--max-executions', '-3', right]), /--max-executions/);
    expectRefusal(
      drista(['--time-limit', 'soon', right]),
      /--time-limit needs seconds, or a time such as 90s, 5m or 1h30m, not 'soon'/,
    );
    expectRefusal(drista([right, 'argument']), /'argument'.*after --/);
    expectRefusal(drista(['--jobs', '1.5', right]), /--jobs needs a whole number from 1 to 64, not '1.5'/);
    expectRefusal(drista(['--jobs', '100', right]), /--jobs needs a whole number from 1 to 64, not '100'/);
    expectRefusal(drista(['--jobs', '2', '--strategy', 'pct', right]), /--jobs is not supported with --strategy pct/);
    expectRefusal(drista(['--jobs', '2', '--resume', 'file']), /--jobs is not supported with --resume/);
    expectRefusal(
      drista(['--tune', 'chance=0', '--strategy', 'partition:seed=4', right]),
      /--strategy seed has no effect without --tune chance or --strategy portfolio\|random\|pct\|pos\|surw\|pctwm: leave it out/,
    );
    expectRefusal(
      drista(['--strategy', 'random:depth=4', right]),
      /--strategy depth has no effect without --strategy pct\|pctwm: leave it out/,
    );
  });

  test('several workers, each with a process of the program', () => {
    const program = build([join(__dirname, '..', '..', '..', 'bench', 'programs', 'fib.c')], ['-DN=4']);
    const done = drista(['--jobs', '3', '--equivalence', 'rf', program]);
    expect(done).toMatchObject({
      status: 0,
      stderr: '',
      stdout: expect.stringMatching(/verified.*\(1764 executions/) as string,
    });
    const limited = drista(['--jobs', '3', '--equivalence', 'rf', '--max-executions', '1500', program]);
    expect(limited).toMatchObject({
      status: 3,
      stderr: '',
      stdout: expect.stringMatching(/no error so far.*\(1500 executions/) as string,
    });
    const [, file] = /go on with: drista --resume (\S+)/.exec(limited.stdout)!;
    expect(drista(['--resume', file]).stdout).toMatch(/verified.*\(1764 executions/);
    expect(processesOf(program)).toBe(0);
  });

  test.each([
    ['executions', ['--max-executions', '2', right]],
    ['time', ['--time-limit', '0.000001', example('treiber-stack')]],
    ['steps', ['--max-steps', '8', right]],
    ['steps', ['--max-steps', '30', counting]],
  ])('3: the limit of %s was hit, and what was not explored is said', (limit, args) => {
    const done = drista(args);
    expect(done.status).toBe(3);
    expect(done.stdout).toMatch(/inconclusive: no error so far .*not explored: /);
    expect(done.stdout).not.toMatch(/verified/);
    expect((JSON.parse(drista(['--report', 'json=-', ...args]).stdout) as { limitsHit: string[] }).limitsHit).toEqual([
      limit,
    ]);
  });

  test('the time limit cuts a run that is under way', () => {
    const waiting = buildText('#include <unistd.h>\nint main(void) { for (volatile int i = 0; ; ) i++; }');
    const done = drista(['--time-limit', '0.2', '--run-limit', '100', waiting]);
    expect(done).toMatchObject({
      status: 3,
      stdout: expect.stringMatching(/the time limit cut a run before main of .*--time-limit/s) as string,
    });
    expect(processesOf(waiting)).toBe(0);
  });

  test('an error found before a limit is an error', () => {
    expect(drista(['--max-executions', '1', '--keep-going', twoErrors]).status).toBe(1);
  });
});

describe('what cannot be checked is refused in one line', () => {
  const file = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text, { mode: 0o755 });
    return path;
  };
  const source = file('plain.c', 'int main(void) { return 0; }\n');
  const compiled = (name: string, ...flags: string[]): string => {
    const path = join(folder, name);
    expect(spawnSync('gcc', [...flags, '-o', path, source], { encoding: 'utf8' }).stderr).toBe('');
    return path;
  };

  test('no such file', () => {
    expectRefusal(drista(['./nothing']), /\.\/nothing does not exist.*drista cc/);
  });
  test('a folder', () => {
    expectRefusal(drista([folder]), /is not a file/);
  });
  test('a script', () => {
    expectRefusal(drista([file('script', '#!/bin/sh\n')]), /is a script/);
  });
  test('text', () => {
    expectRefusal(drista([file('text', 'hello\n')]), /is not a compiled Linux program/);
  });
  test('an empty file', () => {
    expectRefusal(drista([file('empty', '')]), /is not a compiled Linux program/);
  });
  test('a static program', () => {
    expectRefusal(drista([compiled('static', '-static')]), /linked statically.*without -static/);
  });
  test('the beginning of a program', () => {
    const path = join(folder, 'beginning');
    for (const bytes of [9000, 100]) {
      writeFileSync(path, readFileSync(right).subarray(0, bytes), { mode: 0o755 });
      expectRefusal(drista([path]), /beginning is truncated, its end is missing: link or copy it again/);
    }
  });
  test("another machine's", () => {
    const path = join(folder, 'other');
    copyFileSync(compiled('host'), path);
    const bytes = readFileSync(path);
    bytes.writeUInt16LE(183, 18); // AArch64
    writeFileSync(path, bytes);
    expectRefusal(drista([path]), /not for x86-64/);
  });
  test('not executable', () => {
    const path = join(folder, 'unexecutable');
    copyFileSync(right, path);
    chmodSync(path, 0o644);
    // root may execute nothing either when no bit is set
    expectRefusal(drista([path]), /not executable/);
  });
});

describe('programs that misbehave', () => {
  test.each([
    [
      'a crash in every run',
      1,
      /^error: the program crashes: segmentation fault/,
      'int *p; int main(void) { return *p; }',
    ],
    ['abort', 1, /^error: the program aborts/, '#include <stdlib.h>\nint main(void) { abort(); }'],
    [
      'abort before a new thread begins',
      1,
      /^error: the program aborts/,
      '#include <pthread.h>\n#include <stdlib.h>\nstatic void *f(void *a) { return a; }\nint main(void) { ' +
        'pthread_t t; pthread_create(&t, 0, f, 0); abort(); }',
    ],
    [
      'an endless loop',
      3,
      /inconclusive.*--run-limit/,
      'int main(void) { for (unsigned long n = 0;; n++) __asm__ volatile("" ::"r"(n)); }',
    ],
    ['an endless loop over data', 3, /inconclusive/, 'volatile int x; int main(void) { for (;;) x++; }'],
    [
      'writing to everything that is open',
      0,
      /^verified/m,
      '#include <unistd.h>\nint main(void) { for (int fd = 3; fd < 300; fd++) (void)!write(fd, "garbage ' +
        'garbage garbage", 23); return 0; }',
    ],
  ])('%s', (_what, status, said, text) => {
    const program = buildText(text);
    const done = drista(['--run-limit', '1', program]);
    expect(done.stderr).toBe('');
    expect(done.stdout).toMatch(said);
    expect(done.status).toBe(status);
    expect(processesOf(program)).toBe(0);
  });

  test.each([
    [
      'fork',
      /not supported yet: fork \(called by main of \S+ at \S+:2\)/,
      '#include <unistd.h>\nstatic int f(void) { return fork(); }\nint main(void) { return f(); }',
    ],
    [
      'a named semaphore',
      /not supported yet: sem_open/,
      '#include <semaphore.h>\nint main(void) { return sem_open("/name", 0) == SEM_FAILED; }',
    ],
    [
      'ending before main',
      /ended with exit code \d+ before main.*constructor/,
      '#include <unistd.h>\n__attribute__((constructor)) static void f(void) { _exit(5); }\nint ' +
        'main(void) { return 0; }',
    ],
    [
      'a source of chance',
      /did not repeat itself.*not compiled with `drista cc`.*libstdc/,
      `#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>
atomic_int x;
static void *f(void *a) { int v; __asm__ volatile("rdtsc; xorl %%edx, %%eax" : "=a"(v) : : "edx"); x = v; return a; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_create(&b, 0, f, 0); (void)x;
pthread_join(a, 0); pthread_join(b, 0); return 0; }`,
    ],
  ])('%s is refused', (_what, said, text) => {
    const program = buildText(text);
    expectRefusal(drista([program]), said);
    expect(processesOf(program)).toBe(0);
  });
});
