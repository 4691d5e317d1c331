/** drista's options, one or a few at a time. */
import { commands } from '../../src/cli/commands';
import { modelNames } from '../../src/model/names';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, buildText } from '../support/compiled';
import { drista, expectRefusal, folder, processesOf } from '../support/command';
import { top } from '../support/paths';

const example = (name: string): string => build([join(top, 'examples', `${name}.c`)]);
const right = example('store-buffering-seq-cst');
const wrong = example('store-buffering');
const twoErrors = buildText(`#include <drista.h>
int main(void) {
  unsigned n = drista_choose(3);
  drista_assert(n != 1);
  drista_assert(n != 2);
  return 0;
}
`);

describe('options', () => {
  test('--help and --version', () => {
    const help = drista(['--help']);
    expect(help).toMatchObject({ status: 0, stderr: '' });
    const [, ...named] = commands().filter((command) => command.help !== undefined);
    for (const { name } of named) expect(help.stdout).toContain(`drista ${name}`);
    for (const name of ['--help', ...named.map((command) => command.name)])
      expect(
        drista([name, '--help'])
          .stdout.split('\n')
          .filter((line) => line.length > 80),
      ).toEqual([]);
    expect(help.stdout).toContain(
      `\n      --model ${modelNames.join('|')}\n` +
        '                            memory model: C11 as repaired by RC11 ' +
        '(rc11), C++20\n',
    );
    for (const name of [
      '--model',
      '--equivalence',
      '--strategy',
      '--tune',
      '--keep-going',
      '--max-executions',
      '--max-steps',
      '--time-limit',
      '--jobs',
      '--report',
      '--save',
      '--quiet',
      '-v',
    ])
      expect(help.stdout).toContain(name);
    expect(drista(['--version']).stdout).toMatch(
      /^drista \d+\.\d+\.\d+( \(commit [0-9a-f]{7,}(-dirty)?\))?\nruntime: .*clang.* \d+\..*\npass: .+\nnode: v\d+\..*\n$/,
    );
    expect(drista(['replay', '--help']).stdout).toContain('--gdb');
    expect(drista(['help'])).toEqual(help);
    expect(drista(['help', 'replay'])).toEqual(drista(['replay', '--help']));
    expectRefusal(drista(['help', 'reply']), /'reply' is neither a command nor a program/);
  });

  test('--model and --equivalence', () => {
    expect(drista(['--model', 'sc', wrong]).stdout).toMatch(/^verified: .* under sc, .*\(3 executions/);
    expect(drista(['--equivalence=co', right]).stdout).toMatch(/equivalence co/);
    expect(drista(['--model', 'c20', right]).stdout).toMatch(/under c20/);
    expect(drista(['--model', 'ra', right]).stdout).toMatch(/under ra/);
    expect(drista(['--model', 'ra', right]).stdout).toMatch(/under ra/);
  });

  test('--tune chance', () => {
    const program = build([join(__dirname, '..', '..', '..', 'test', 'hostile', 'reports', 'deep-race.c')]);
    // The search for a shorter execution depends on time.
    const fixed = ['--equivalence', 'observational', '--tune', 'minimise=off', '--report', 'json=-'];
    const json = (...args: string[]): Record<string, unknown> =>
      JSON.parse(drista([...args, ...fixed, program]).stdout) as Record<string, unknown>;
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
    expect(json('--tune', 'chance=0', '--max-executions', '1500')).toMatchObject({
      verdict: 'inconclusive',
      executions: 1500,
      errors: [],
    });
    expect(json('--tune', 'chance=0', '--max-executions', '1500')).not.toHaveProperty('sampled');
    expect(processesOf(program)).toBe(0);
    expectRefusal(drista(['--tune', 'chance=60', program]), /--tune chance needs a number from 0 to 50, not '60'/);
    expectRefusal(
      drista(['--tune', 'chance=5', '--strategy', 'random', program]),
      /--tune chance has no effect without --strategy partition/,
    );
  });

  test('--strategy: the models and equivalences that it knows', () => {
    const program = buildText('int main(void) { return 0; }');
    expectRefusal(
      drista(['--strategy', 'odpor', program]),
      /--strategy odpor needs --model sc \(why: docs\/explanation\/sequences.md\): add that/,
    );
    expectRefusal(
      drista(['--strategy', 'sdpor', '--model', 'ccon', program]),
      /--strategy sdpor needs --model sc \(why: docs\/explanation\/sequences.md\): add that/,
    );
    expectRefusal(
      drista(['--strategy', 'sdpor', '--model', 'sc', '--equivalence', 'rf', program]),
      /--strategy sdpor needs --equivalence mazurkiewicz or observational/,
    );
    expectRefusal(
      drista(['--equivalence', 'mazurkiewicz', program]),
      /--strategy partition needs --equivalence observational or rf or co or state/,
    );
    expectRefusal(
      drista(['--strategy', 'odpor', '--model', 'sc', '-j', '2', program]),
      /--jobs is not supported with --strategy odpor/,
    );
    for (const strategy of ['odpor', 'sdpor', 'vc-dpor'])
      expectRefusal(
        drista(['--strategy', strategy, '--model', 'sc', '--checkpoint', 'x.resume', program]),
        /--checkpoint has no effect without --strategy partition\|portfolio\|random\|pct\|pos\|surw\|pctwm: leave it out/,
      );
    expectRefusal(
      drista(['--strategy', 'odpor', '--resume', 'x.resume']),
      /--strategy comes from the file that --resume names: leave it out/,
    );
  });

  test('--tune chance: an error that it showed before an interruption is told after it, too', () => {
    const program = build([join(__dirname, '..', '..', '..', 'test', 'hostile', 'reports', 'deep-race.c')]);
    const limits = ['--tune', 'minimise=off', '--tune', 'local-states=off', '--max-executions', '800'];
    const limited = drista(['--keep-going', ...limits, '--checkpoint', 'deep.resume', program]);
    expect(limited.stdout).toMatch(/1 error found .*\(800 other executions, \d+ more by chance/);
    const resumed = drista(['--tune', 'minimise=off', '--resume', 'deep.resume', '--max-executions', '900']);
    expect(resumed.stdout).toMatch(/1 error found .*\(900 other executions, \d+ more by chance/);
    const named = (text: string): string | undefined => /drista-out\/(\w+)\.json/.exec(text)?.[1];
    expect(named(resumed.stdout)).toBe(named(limited.stdout));
  });

  test('--tune runs=all runs every execution', () => {
    const runs = (...args: string[]): number =>
      (JSON.parse(drista([...args, '--report', 'json=-', right]).stdout) as { runs: number }).runs;
    expect(runs('--tune', 'runs=all')).toBeGreaterThan(runs());
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
  printf("%d %d %ld %d %u %p %s\\n", getpid(), getppid(), (long)time(NULL), rand(), r, malloc(1),
         getenv("SSH_TTY") ? "user" : "nobody");
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
    const first = JSON.parse(drista(['--report', 'json=-', twoErrors]).stdout) as { errors: unknown[] };
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

  test('--check exit-code', () => {
    const fails = buildText('int main(void) { return 3; }\n');
    expect(drista([fails]).status).toBe(0);
    expect(drista(['--check', 'exit-code', fails])).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/^error: exit code/) as string,
    });
  });

  test('--report json=FILE beside the report', () => {
    const file = join(folder, 'r.json');
    expect(drista(['--report', `json=${file}`, right]).stdout).toMatch(/^verified/m);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ version: 1, verdict: 'verified', executions: 3 });
    expectRefusal(
      { ...drista(['--report', 'json=/dev/null/r.json', right]), stdout: '' },
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
      ['--model', 'power', right],
      { message: `--model knows ${modelNames.join(', ')}, not 'power': see \`drista --help\`` },
    ],
  ])('--report json=FILE of what cannot be checked: %s', (_, args, failure) => {
    const file = join(folder, 'failed.json');
    for (const words of [['--report', `json=${file}`], [`--report=json=${file}`]]) {
      expectRefusal(drista([...words, ...args, '--', '--report', 'json=argument']), /./);
      expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ version: 1, verdict: 'failure', ...failure });
      rmSync(file);
    }
    const { stdout } = drista(['--report', 'json=-', ...args]);
    expect(JSON.parse(stdout)).toEqual({ version: 1, verdict: 'failure', ...failure });
  });

  test('--save and --report json where a file is in the way', () => {
    const file = join(folder, 'in-the-way');
    writeFileSync(file, '');
    for (const path of [join(file, 'x.json'), join(file, 'y', 'x.json'), `${file}/`]) {
      const found = drista(['--save', path, wrong]);
      expect(found.stdout).toMatch(
        /note: the execution was not saved: \S*in-the-way\S* cannot be written \(a file is where its folder should be/,
      );
      expect(found).toMatchObject({ status: 1, stderr: '' });
      expectRefusal({ ...drista(['--report', `json=${path}`, right]), stdout: '' }, /in-the-way\S* cannot be written/);
    }
  });

  test('a reader who goes away is no failure of drista', () => {
    const shell = 'set -o pipefail; "$0" "$1" --report json=- "$2" | true';
    const main = join(top, 'dist', 'src', 'cli', 'main.js');
    const done = spawnSync('bash', ['-c', shell, process.execPath, main, right], { cwd: folder, encoding: 'utf8' });
    expect(done).toMatchObject({ status: 0, stderr: '' });
  });

  test('arguments of the program', () => {
    const echo = buildText(
      '#include <assert.h>\n#include <string.h>\nint main(int n, char **a) { assert(n == 3 && ' +
        '!strcmp(a[1], "--model") && !strcmp(a[2], "7")); return 0; }\n',
    );
    expect(drista([echo, '--', '--model', '7'])).toMatchObject({ status: 0 });
    expect(drista([echo])).toMatchObject({ status: 1 });
  });
});
