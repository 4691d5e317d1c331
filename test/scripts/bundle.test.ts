/**
 * The files that scripts/bundle.mjs makes do and say what the modules do that tsc made; and which of the two `./drista`
 * starts.
 */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build } from '../support/compiled';
import { drista, folder } from '../support/command';
import { top } from '../support/paths';

const bundles = mkdtempSync(join(top, 'build', 'test-command-'));
afterAll(() => {
  rmSync(bundles, { recursive: true });
});

const example = (name: string): string => build([join(top, 'examples', `${name}.c`)]);
const right = example('store-buffering-seq-cst'),
  wrong = example('store-buffering');

beforeAll(() => {
  const made = spawnSync(process.execPath, [join(top, 'scripts', 'bundle.mjs'), relative(top, bundles)], {
    encoding: 'utf8',
  });
  expect(made).toMatchObject({ status: 0, stdout: '', stderr: '' });
});

describe('the bundle', () => {
  /** What a command gives, without how long it took. */
  const given = ({ status, stdout, stderr }: { status: number | null; stdout: string; stderr: string }) => ({
    status,
    stdout: stdout.replace(/\d+\.\d+ s\)/g, 'TIME)'),
    stderr,
  });
  const bundled = (args: readonly string[]) =>
    spawnSync(process.execPath, [join(bundles, 'main.js'), ...args], { cwd: folder, encoding: 'utf8', input: '' });

  test.each([
    ['verified', 0, [right]],
    ['an error, saved', 1, ['--save', 'wrong.json', wrong]],
    ['run again', 1, ['replay', 'wrong.json']],
    ['a limit', 3, ['--max-executions', '1', '--checkpoint', 'rest', right]],
    ['going on', 0, ['--resume', 'rest']],
    ['what is seen of a program', 0, ['doctor', right]],
    ['help', 0, ['--help']],
    ['wrong use', 2, ['--modle', 'sc', right]],
    ['no program', 2, ['/nowhere/program']],
  ] as const)('%s', (_, status, args) => {
    const rest = join(folder, 'rest');
    const before = existsSync(rest) ? readFileSync(rest) : undefined;
    const expected = given(drista(args));
    expect(expected.status).toBe(status);
    // A check that has gone on to its end removes the file.
    if (before !== undefined) writeFileSync(rest, before);
    expect(given(bundled(args))).toEqual(expected);
  });

  test('V8 takes the code that was kept', () => {
    expect(
      readdirSync(bundles)
        .map((name) => name.replace(/-[0-9a-f]{12}\./, '-HASH.'))
        .sort(),
    ).toEqual([
      'cluster-io.js',
      'html',
      'main-HASH.js',
      'main-HASH.js.code',
      'main.js',
      'packages',
      'page.css',
      'page.js',
      'solver-worker.js',
      'svg',
      'worker-thread-HASH.js',
      'worker-thread-HASH.js.code',
      'worker-thread.js',
    ]);
    // Loaded first in both threads: says of each script that is made whether its kept code was rejected.
    const hook = join(folder, 'rejected.js');
    writeFileSync(
      hook,
      `const vm = require('node:vm');
      vm.Script = class extends vm.Script {
        constructor(text, options) {
          super(text, options);
          const name = require('node:path').basename(options.filename);
          require('node:fs').appendFileSync('rejected.txt', name + ' ' + this.cachedDataRejected + '\\n');
        }
      };`,
    );
    const done = spawnSync(process.execPath, ['-r', hook, join(bundles, 'main.js'), right], { cwd: folder });
    expect(done.status).toBe(0);
    const said = readFileSync(join(folder, 'rejected.txt'), 'utf8').trim().split('\n').sort();
    expect(said.map((line) => line.replace(/-[0-9a-f]{12}/, ''))).toEqual(['main.js false', 'worker-thread.js false']);
  });

  test('without that code it starts all the same', () => {
    for (const name of readdirSync(bundles)) if (name.endsWith('.code')) rmSync(join(bundles, name));
    expect(given(bundled([right]))).toEqual(given(drista([right])));
  });
});

describe('the wrapper of a clone', () => {
  /** A clone in which these files were written at these times; what its `./drista` starts. */
  const started = (times: Record<string, number>): string => {
    const clone = mkdtempSync(join(folder, 'clone-'));
    writeFileSync(join(clone, 'drista'), readFileSync(join(top, 'drista')), { mode: 0o755 });
    for (const [file, time] of Object.entries(times)) {
      mkdirSync(dirname(join(clone, file)), { recursive: true });
      writeFileSync(join(clone, file), `console.log('${file}', ...process.argv.slice(2))`);
      utimesSync(join(clone, file), time, time);
    }
    const far = spawnSync(join(clone, 'drista'), ['a b', 'c'], { encoding: 'utf8' });
    const near = spawnSync('sh', ['drista', 'a b', 'c'], { cwd: clone, encoding: 'utf8' });
    expect(near.stdout).toBe(far.stdout);
    return far.stdout;
  };
  const modules = 'dist/src/cli/main.js',
    compiled = 'dist/.transpiled',
    bundle = 'build/command/main.js';

  test.each([
    ['the bundle', { [modules]: 1000, [compiled]: 1000, [bundle]: 1002 }, bundle],
    ['the modules when they were compiled later', { [modules]: 1000, [compiled]: 1004, [bundle]: 1002 }, modules],
    ['the modules when nobody has made a bundle', { [modules]: 1000, [compiled]: 1000 }, modules],
  ])('starts %s', (_, times, expected) => {
    expect(started(times)).toBe(`${expected} a b c\n`);
  });
});
