/** The files around `drista test`: what it watches, what it remembers, and what cannot be written. */
import { spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { drista, expectRefusal, folder } from '../support/command';
import { top } from '../support/paths';

const right = '// drista: verified\nint main(void) { return 0; }\n';
const wrong = '// drista: verified\n#include <stdlib.h>\nint main(void) { abort(); }\n';

function project(files: Record<string, string>): string {
  const root = mkdtempSync(join(folder, 'project-'));
  for (const [name, text] of Object.entries({ 'drista.config.json': '{}', ...files })) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}

/** The lines of the tests, without times. */
const results = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => /^ [✓✗!?] /.test(line))
    .map((line) => line.replace(/\d+\.\d\d s/, '_ s'));

test('--watch: new folders, the configuration, and headers of what could not be built', async () => {
  const including = right.replace('int', '#include "../h/a.h"\nint');
  const root = project({ 'inner/a.drista.c': including, 'h/a.h': 'wrong' });
  const child = spawn(join(top, 'drista'), ['test', '--watch'], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  let seen = 0;
  /** What is said from one wait to the next one. */
  const round = async (): Promise<string> => {
    while (!said.includes('Waiting for changes', seen)) await new Promise((done) => setTimeout(done, 50));
    const text = said.slice(seen);
    seen = said.length;
    await new Promise((done) => setTimeout(done, 300)); // until the watch stands
    return text;
  };
  expect(results(await round())).toEqual([' ! inner/a.drista.c']);
  writeFileSync(join(root, 'h', 'a.h'), '');
  expect(results(await round())).toEqual([' ✓ inner/a.drista.c (1 execution, _ s)']);
  mkdirSync(join(root, 'new', 'deep'), { recursive: true });
  await new Promise((done) => setTimeout(done, 300));
  writeFileSync(join(root, 'new', 'deep', 'b.drista.c'), right);
  expect(results(await round())).toEqual([' ✓ new/deep/b.drista.c (1 execution, _ s)']);
  writeFileSync(join(root, 'drista.config.json'), '{"exlude": []}');
  expect(await round()).toMatch(/^drista: .*drista\.config\.json: unknown key 'exlude' \(did you mean 'exclude'\?\)/);
  writeFileSync(join(root, 'drista.config.json'), '{"exclude": ["new"], "build": ["-DA"]}');
  expect(await round()).toMatch(/\n1 test: 1 passed \(1 cached\), in/);
  const ended = new Promise((done) => child.on('close', done));
  child.kill('SIGINT');
  expect(await ended).toBe(0);
});

test('--watch on a terminal: keys run all tests again, or those that have not passed, and end it', async () => {
  const root = project({ 'a.drista.c': right, 'b.drista.c': wrong });
  const line = `stty cols 80 && exec ${join(top, 'drista')} test --watch`;
  const child = spawn('script', ['-qec', line, '/dev/null'], {
    cwd: root,
    env: { ...process.env, SHELL: '/bin/sh', NO_COLOR: '1', TERM: 'xterm' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text.replaceAll('\r\n', '\n')));
  let seen = 0;
  const round = async (): Promise<string> => {
    while (!said.includes('q: end)\n', seen)) await new Promise((done) => setTimeout(done, 50));
    const text = said.slice(seen);
    seen = said.length;
    await new Promise((done) => setTimeout(done, 300)); // until keys are read
    return text;
  };
  expect(await round()).toMatch(
    /2 tests: 1 passed, 1 failed, in [^]*a: all tests again, f: those that have not passed/,
  );
  child.stdin.write('f');
  expect(await round()).toMatch(/\n1 test: 0 passed, 1 failed, in /);
  child.stdin.write('xa');
  expect(await round()).toMatch(/2 tests: 1 passed, 1 failed, in /);
  const ended = new Promise((done) => child.on('close', done));
  child.stdin.write('q');
  expect(await ended).toBe(1);
});

test('what is remembered is of this drista, and of saved executions that are there', () => {
  const root = project({ 'a.drista.c': wrong });
  const first = (): string => results(drista(['test'], {}, root).stdout)[0];
  expect([first(), first()]).toEqual([' ✗ a.drista.c (abort, _ s)', ' ✗ a.drista.c (abort, cached)']);
  const saved = readdirSync(join(root, 'drista-out')).filter((name) => name.endsWith('.json'));
  expect(saved).toHaveLength(1);
  rmSync(join(root, 'drista-out', saved[0]));
  expect([first(), first()]).toEqual([' ✗ a.drista.c (abort, _ s)', ' ✗ a.drista.c (abort, cached)']);
  expect(readdirSync(join(root, 'drista-out'))).toContain(saved[0]);

  const program = join(root, 'drista-out', 'tests', 'programs', 'a.drista.c', 'a.drista');
  const built = (): bigint => statSync(program, { bigint: true }).mtimeNs;
  const before = built();
  first();
  expect(built()).toBe(before);
  const record = `${program}.build.json`;
  const { command, ...rest } = JSON.parse(readFileSync(record, 'utf8')) as { command: string[] };
  writeFileSync(record, JSON.stringify({ ...rest, command: [`0.0.1\n${command[0]}`, ...command.slice(1)] }));
  first();
  expect(built()).not.toBe(before);
});

test('a folder that a symbolic link leads to again has its tests once, a link to a test is one', () => {
  const root = project({ 'a/b.drista.c': '', 'a/inner/c.drista.c': '' });
  symlinkSync('..', join(root, 'a', 'inner', 'loop'));
  symlinkSync('a', join(root, 'again'));
  symlinkSync('a/b.drista.c', join(root, 'link.drista.c'));
  const { stdout } = drista(['test'], {}, root);
  expect(results(stdout)).toEqual([' ! a/b.drista.c', ' ! a/inner/c.drista.c', ' ! link.drista.c']);
});

test('annotations name files as the repository has them', () => {
  const root = project({ 'inner/drista.config.json': '{}', 'inner/a.drista.c': '' });
  const env = { GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: root };
  expect(drista(['test'], env, join(root, 'inner')).stdout).toContain('\n::error file=inner/a.drista.c,title=');
  const elsewhere = { ...env, GITHUB_WORKSPACE: join(root, 'other') };
  expect(drista(['test'], elsewhere, join(root, 'inner')).stdout).toContain(`\n::error file=${root}/inner/a.drista.c,`);
});

describe('what cannot be written', () => {
  test('the programs', () => {
    const root = project({ 'a.drista.c': right, 'b.drista.c': right, 'drista-out': 'a file' });
    expectRefusal(
      drista(['test'], {}, root),
      /^drista: .*drista-out.* cannot be written \((ENOTDIR|EEXIST)\): tests are/,
    );
    expectRefusal(drista(['test'], { TMPDIR: '/dev/null' }, project({ 'a.drista.c': right })), /ENOTDIR/);
  });

  test('what is to be remembered: it is not', () => {
    const root = project({ 'a.drista.c': right, 'drista-out/tests/verdicts/README': '' });
    rmSync(join(root, 'drista-out/tests/verdicts'), { recursive: true });
    writeFileSync(join(root, 'drista-out/tests/verdicts'), 'a file');
    const done = drista(['test'], {}, root);
    expect(done).toMatchObject({ status: 0, stderr: '' });
  });

  test('the text: exit code 2, unless tests have failed', () => {
    const root = project({ 'a.drista.c': right, 'b.drista.c': wrong });
    const full = openSync('/dev/full', 'w');
    const statusOf = (...args: string[]): [number | null, string] => {
      const stdio = ['ignore', full, 'pipe'] as const;
      const done = spawnSync(join(top, 'drista'), ['test', ...args], { cwd: root, stdio: [...stdio] });
      return [done.status, done.stderr.toString()];
    };
    const said = 'drista: the report cannot be written to stdout (ENOSPC): redirect it to another file\n';
    expect(statusOf('a.drista.c')).toEqual([2, said]);
    expect(statusOf('b.drista.c')).toEqual([1, said]);
    closeSync(full);
  });
});
