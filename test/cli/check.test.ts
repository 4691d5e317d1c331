/** drista's command line: verdicts, exit codes, and programs that cannot be checked. */
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
int main(void) { pthread_t t; pthread_create(&t, 0, set, 0); while (!atomic_load(&ready)) looks++; pthread_join(t, 0); return 0; }
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
    expectRefusal(drista(['--model', 'tso', right]), /--model knows rc11, c20, ra, sc, not 'tso'/);
    expectRefusal(drista(['--model']), /model/);
    expectRefusal(drista(['--max-executions', '-3', right]), /--max-executions/);
    expectRefusal(drista(['--time-limit', 'soon', right]), /--time-limit needs a number above 0, not 'soon'/);
    expectRefusal(drista([right, 'argument']), /'argument'.*after --/);
    expectRefusal(drista(['--jobs', '1.5', right]), /--jobs needs a whole number from 1 to 64, not '1.5'/);
    expectRefusal(drista(['--jobs', '100', right]), /--jobs needs a whole number from 1 to 64, not '100'/);
    expectRefusal(drista(['--jobs', '2', '--strategy', 'pct', right]), /--jobs is not supported with --strategy pct/);
    expectRefusal(drista(['--jobs', '2', '--resume', 'file']), /--jobs is not supported with --resume/);
    expectRefusal(drista(['--jobs', '2', '--checkpoint', 'file', right]), /--jobs is not supported with --checkpoint/);
    expectRefusal(
      drista(['--chance', '0', '--seed', '4', right]),
      /--seed has no effect without --chance or --strategy random or pct: leave it out/,
    );
    expectRefusal(
      drista(['--strategy', 'random', '--pct-depth', '4', right]),
      /--pct-depth has no effect without --strategy pct: leave it out/,
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
    expect((JSON.parse(drista(['--json', '-', ...args]).stdout) as { limitsHit: string[] }).limitsHit).toEqual([limit]);
  });

  test('an error found before a limit is an error', () => {
    expect(drista(['--max-executions', '1', '--keep-going', twoErrors]).status).toBe(1);
  });
});

describe('options', () => {
  test('--help and --version', () => {
    const help = drista(['--help']);
    expect(help).toMatchObject({ status: 0, stderr: '' });
    for (const command of [[], ['replay'], ['doctor']])
      expect(
        drista([...command, '--help'])
          .stdout.split('\n')
          .filter((line) => line.length > 80),
      ).toEqual([]);
    expect(help.stdout).toContain(
      '\n      --model rc11|c20|ra|sc\n                            memory model: C11 as repaired by RC11 (rc11), C++20\n',
    );
    for (const name of [
      '--model',
      '--equivalence',
      '--strategy',
      '--runs',
      '--keep-going',
      '--max-executions',
      '--max-steps',
      '--time-limit',
      '--jobs',
      '--json',
      '--save',
      '--quiet',
      '-v',
    ])
      expect(help.stdout).toContain(name);
    expect(drista(['--version']).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(drista(['replay', '--help']).stdout).toContain('--gdb');
  });

  test('--model and --equivalence', () => {
    expect(drista(['--model', 'sc', wrong]).stdout).toMatch(/^verified: .* under sc, .*\(3 executions/);
    expect(drista(['--equivalence=co', right]).stdout).toMatch(/equivalence co/);
    expect(drista(['--model', 'c20', right]).stdout).toMatch(/under c20/);
    expect(drista(['--model', 'ra', right]).stdout).toMatch(/under ra/);
    expect(drista(['--model', 'ra', right]).stdout).toMatch(/under ra/);
  });

  test('--chance', () => {
    const program = build([join(__dirname, '..', '..', '..', 'test', 'hostile', 'reports', 'deep-race.c')]);
    const json = (...args: string[]): Record<string, unknown> =>
      JSON.parse(drista([...args, '--json', '-', program]).stdout) as Record<string, unknown>;
    const first = json(),
      again = json();
    expect(first).toMatchObject({
      verdict: 'error',
      errors: [{ kind: 'data-race' }],
      limitsHit: [],
      sampled: { executions: expect.any(Number) as number },
    });
    expect([again.executions, again.sampled, (again.errors as { execution: string }[])[0].execution]).toEqual([
      first.executions,
      first.sampled,
      (first.errors as { execution: string }[])[0].execution,
    ]);
    expect(drista(['replay', `drista-out/${(first.errors as { execution: string }[])[0].execution}.json`]).status).toBe(
      1,
    );
    expect(json('--chance', '0', '--max-executions', '1500')).toMatchObject({
      verdict: 'inconclusive',
      executions: 1500,
      errors: [],
    });
    expect(json('--chance', '0', '--max-executions', '1500')).not.toHaveProperty('sampled');
    expect(processesOf(program)).toBe(0);
    expectRefusal(drista(['--chance', '60', program]), /--chance needs a number from 0 to 50, not '60'/);
    expectRefusal(
      drista(['--chance', '5', '--strategy', 'random', program]),
      /--chance has no effect without --strategy partition/,
    );
  });

  test('--chance: an error that it showed before an interruption is told after it, too', () => {
    const program = build([join(__dirname, '..', '..', '..', 'test', 'hostile', 'reports', 'deep-race.c')]);
    const limited = drista(['--keep-going', '--max-executions', '800', '--checkpoint', 'deep.resume', program]);
    expect(limited.stdout).toMatch(/1 error found .*\(800 other executions, \d+ more by chance/);
    const resumed = drista(['--resume', 'deep.resume', '--max-executions', '900']);
    expect(resumed.stdout).toMatch(/1 error found .*\(900 other executions, \d+ more by chance/);
    const named = (text: string): string | undefined => /drista-out\/(\w+)\.json/.exec(text)?.[1];
    expect(named(resumed.stdout)).toBe(named(limited.stdout));
  });

  test('--runs all runs every execution', () => {
    const runs = (...args: string[]): number =>
      (JSON.parse(drista([...args, '--json', '-', right]).stdout) as { runs: number }).runs;
    expect(runs('--runs', 'all')).toBeGreaterThan(runs());
  });

  test('--show-output: what each run prints, which nothing outside the program changes', () => {
    const program = buildText(`#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>
int main(void) {
  unsigned r;
  getrandom(&r, sizeof r, 0);
  printf("%d %d %ld %d %u %p %s\\n", getpid(), getppid(), (long)time(NULL), rand(), r, malloc(1), getenv("SSH_TTY") ? "user" : "nobody");
  return 0;
}
`);
    expect(drista([program]).stdout).not.toContain('nobody');
    const printed = (env: NodeJS.ProcessEnv): string[] =>
      drista(['--show-output', program], env)
        .stdout.split('\n')
        .filter((l) => l.endsWith('nobody'));
    const [first, ...more] = printed({ SSH_TTY: 'somewhere' });
    expect(first).toMatch(/^4194304 1 1000000000 \d+ \d+ 0x1[0-9a-f]+ nobody$/);
    expect([...more, ...printed({})].every((line) => line === first)).toBe(true);
  });

  test('--keep-going tells all errors, each once; --save names their files', () => {
    const first = JSON.parse(drista(['--json', '-', twoErrors]).stdout) as { errors: unknown[] };
    expect(first.errors).toHaveLength(1);
    const save = join(folder, 'kept', 'bug.json');
    const all = drista(['--keep-going', '--save', save, twoErrors]);
    expect(all.stdout.match(/^error: /gm)).toHaveLength(2);
    expect(readdirSync(join(folder, 'kept')).sort()).toEqual(['bug-2.json', 'bug.json']);
  });

  test('--quiet: the errors, one line each, and the verdict', () => {
    expect(drista(['--quiet', wrong]).stdout).toMatch(/^error: [^\n]*\n1 error found [^\n]*\n$/);
  });

  test('-v shows more', () => {
    expect(drista([wrong]).stdout).toMatch(/more events: -v shows all/);
    expect(drista(['-v', wrong]).stdout).toMatch(/store-buffering.c:33 {2}begins/);
  });

  test('--check-exit-code', () => {
    const fails = buildText('int main(void) { return 3; }\n');
    expect(drista([fails]).status).toBe(0);
    expect(drista(['--check-exit-code', fails])).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/^error: exit code/) as string,
    });
  });

  test('--json FILE beside the report', () => {
    const file = join(folder, 'r.json');
    expect(drista(['--json', file, right]).stdout).toMatch(/^verified/m);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ version: 1, verdict: 'verified', executions: 3 });
    expectRefusal(
      { ...drista(['--json', '/dev/null/r.json', right]), stdout: '' },
      /\/dev\/null\/r.json cannot be written/,
    );
  });

  test.each<[string, string[], object]>([
    [
      'a program that is not there',
      ['./nothing'],
      {
        program: './nothing',
        message: './nothing does not exist: check the name, or build it with `drista cc`',
      },
    ],
    [
      'wrong use',
      ['--model', 'tso', right],
      { message: "--model knows rc11, c20, ra, sc, not 'tso': see `drista --help`" },
    ],
  ])('--json FILE of what cannot be checked: %s', (_, args, failure) => {
    const file = join(folder, 'failed.json');
    for (const words of [['--json', file], [`--json=${file}`]]) {
      expectRefusal(drista([...words, ...args, '--', '--json', 'argument']), /./);
      expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ version: 1, verdict: 'failure', ...failure });
      rmSync(file);
    }
    const { stdout } = drista(['--json', '-', ...args]);
    expect(JSON.parse(stdout)).toEqual({ version: 1, verdict: 'failure', ...failure });
  });

  test('--save and --json where a file is in the way', () => {
    const file = join(folder, 'in-the-way');
    writeFileSync(file, '');
    for (const path of [join(file, 'x.json'), join(file, 'y', 'x.json'), `${file}/`]) {
      const found = drista(['--save', path, wrong]);
      expect(found.stdout).toMatch(
        /note: the execution was not saved: \S*in-the-way\S* cannot be written \(a file is where its folder should be/,
      );
      expect(found).toMatchObject({ status: 1, stderr: '' });
      expectRefusal({ ...drista(['--json', path, right]), stdout: '' }, /in-the-way\S* cannot be written/);
    }
  });

  test('a reader who goes away is no failure of drista', () => {
    const shell = 'set -o pipefail; "$0" "$1" --json - "$2" | true';
    const main = join(top, 'dist', 'src', 'cli', 'main.js');
    const done = spawnSync('bash', ['-c', shell, process.execPath, main, right], { cwd: folder, encoding: 'utf8' });
    expect(done).toMatchObject({ status: 0, stderr: '' });
  });

  test('arguments of the program', () => {
    const echo = buildText(
      '#include <assert.h>\n#include <string.h>\nint main(int n, char **a) { assert(n == 3 && !strcmp(a[1], "--model") && !strcmp(a[2], "7")); return 0; }\n',
    );
    expect(drista([echo, '--', '--model', '7'])).toMatchObject({ status: 0 });
    expect(drista([echo])).toMatchObject({ status: 1 });
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
      '#include <pthread.h>\n#include <stdlib.h>\nstatic void *f(void *a) { return a; }\nint main(void) { pthread_t t; pthread_create(&t, 0, f, 0); abort(); }',
    ],
    ['an endless loop', 3, /inconclusive.*--run-limit/, 'int main(void) { for (;;) __asm__ volatile(""); }'],
    ['an endless loop over data', 3, /inconclusive/, 'volatile int x; int main(void) { for (;;) x++; }'],
    [
      'writing to everything that is open',
      0,
      /^verified/m,
      '#include <unistd.h>\nint main(void) { for (int fd = 3; fd < 300; fd++) (void)!write(fd, "garbage garbage garbage", 23); return 0; }',
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
      /not supported yet: fork/,
      '#include <unistd.h>\nint main(void) { if (fork() == 0) for (;;) pause(); return 0; }',
    ],
    [
      'a named semaphore',
      /not supported yet: sem_open/,
      '#include <semaphore.h>\nint main(void) { return sem_open("/name", 0) == SEM_FAILED; }',
    ],
    [
      'ending before main',
      /ended with exit code \d+ before main.*constructor/,
      '#include <unistd.h>\n__attribute__((constructor)) static void f(void) { _exit(5); }\nint main(void) { return 0; }',
    ],
    [
      'a source of chance',
      /did not repeat itself.*not compiled with `drista cc`.*libstdc/,
      `#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>
atomic_int x;
static void *f(void *a) { x = (int)__builtin_ia32_rdtsc(); return a; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_create(&b, 0, f, 0); (void)x; pthread_join(a, 0); pthread_join(b, 0); return 0; }`,
    ],
  ])('%s is refused', (_what, said, text) => {
    const program = buildText(text);
    expectRefusal(drista([program]), said);
    expect(processesOf(program)).toBe(0);
  });
});
