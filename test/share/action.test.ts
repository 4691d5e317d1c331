/** The step for GitHub (action.yml) and the container: what they say of themselves, and what their commands do. */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { folder } from '../support/command';
import { top } from '../support/paths';

interface Step {
  readonly name: string;
  readonly id?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly shell?: string;
  readonly if?: string;
  readonly with?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly 'working-directory'?: string;
}

interface Action {
  readonly name: string;
  readonly description: string;
  readonly inputs: Readonly<Record<string, { description: string; default: string }>>;
  readonly outputs: Readonly<Record<string, { description: string; value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

const action = load(readFileSync(join(top, 'action.yml'), 'utf8')) as Action;
const { steps } = action.runs;

/** What an expression of GitHub stands for. */
type Values = Readonly<Record<string, string>>;

const expressions = (text: string): string[] => [...text.matchAll(/\$\{\{\s*(.*?)\s*\}\}/g)].map(([, name]) => name);
const evaluated = (text: string, values: Values): string =>
  text.replace(/\$\{\{\s*(.*?)\s*\}\}/g, (_, name: string) => values[name] ?? fail(name));
const fail = (name: string): never => {
  throw new Error(`no value of ${name}`);
};

/** Runs a step as GitHub does ("shell: bash"); the files to which it writes are named in the environment. */
function runStep(name: string, workspace: string, path: string, inputs: Values = {}) {
  const step = steps.find((each) => each.name === name)!;
  const defaults = Object.entries(action.inputs).map(([key, { default: value }]) => [`inputs.${key}`, value] as const);
  const values: Values = { ...Object.fromEntries(defaults), ...inputs };
  const script = join(folder, 'script');
  writeFileSync(script, step.run!);
  const files = { GITHUB_PATH: join(workspace, '.path'), GITHUB_OUTPUT: join(workspace, '.output') };
  const own = Object.entries(step.env ?? {}).map(([key, text]) => [key, evaluated(text, values)]);
  const { status, stdout, stderr } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], {
    cwd: join(workspace, evaluated(step['working-directory'] ?? '.', values)),
    encoding: 'utf8',
    env: { ...process.env, ...files, ...Object.fromEntries(own), PATH: path, GITHUB_ACTION_PATH: top },
  });
  const read = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  return { status, stdout, stderr, path: read(files.GITHUB_PATH), output: read(files.GITHUB_OUTPUT) };
}

const PATH = process.env.PATH!;
const workspace = (): string => mkdtempSync(join(folder, 'workspace-'));

test('it is a composite action in which every step says what it needs', () => {
  expect(Object.keys(action).sort()).toEqual(['branding', 'description', 'inputs', 'name', 'outputs', 'runs']);
  expect(action.runs.using).toBe('composite');
  for (const each of [...Object.values(action.inputs), ...Object.values(action.outputs)])
    expect(each).toMatchObject({ description: expect.stringMatching(/./) as string });
  for (const { default: value } of Object.values(action.inputs)) expect(typeof value).toBe('string');
  const known = [...Object.keys(action.inputs).map((name) => `inputs.${name}`), 'steps.test.outputs.sarif'];
  for (const step of steps) {
    expect([step.name, step.uses === undefined]).toEqual([step.name, step.run !== undefined]);
    if (step.uses !== undefined) expect(step.uses).toMatch(/^[\w-]+\/[\w-]+(\/[\w-]+)*@v\d+$/);
    else expect(step.shell).toBe('bash');
    // What somebody else may have written is no part of a script.
    expect(expressions(step.run ?? '')).toEqual([]);
    const texts = [...Object.values({ ...step.with, ...step.env }), step['working-directory'] ?? ''];
    for (const expression of texts.flatMap(expressions)) expect(known).toContain(expression);
    for (const [name] of (step.if ?? '').matchAll(/(inputs|steps)\.[\w.]+/g)) expect(known).toContain(name);
  }
  expect(expressions(action.outputs.sarif.value)).toEqual(['steps.test.outputs.sarif']);
});

test('set-up', () => {
  const bin = mkdtempSync(join(folder, 'bin-'));
  writeFileSync(join(bin, 'npm'), `#!/bin/sh\necho "$PWD:" npm "$@"\n`);
  chmodSync(join(bin, 'npm'), 0o755);
  const done = runStep('Set up drista', workspace(), `${bin}:${PATH}`);
  expect(done).toMatchObject({ status: 0, stdout: `${top}: npm run --silent setup\n`, path: `${top}\n` });
  const { scripts } = JSON.parse(readFileSync(join(top, 'package.json'), 'utf8')) as { scripts: Values };
  expect(scripts.setup).toBe('node scripts/setup.mjs');
});

describe('tests', () => {
  const racing =
    '// drista: verified\n#include <pthread.h>\nint x;\nstatic void *f(void *a) { x++; return a; }\n' +
    'int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); return 0; }\n';

  test('those of a folder fail: the exit code, and a file for code scanning', () => {
    const root = workspace();
    mkdirSync(join(root, 'sub'));
    writeFileSync(join(root, 'sub', 'a b.drista.c'), racing);
    writeFileSync(join(root, 'sub', 'c.drista.c'), racing.replace('verified', 'error data-race'));
    const run = (inputs: Values) =>
      runStep('Run tests', root, `${top}:${PATH}`, { 'inputs.working-directory': 'sub', ...inputs });
    const all = run({});
    expect(all.stdout).toMatch(/ ✗ a b\.drista\.c .*\n ✓ c\.drista\.c /);
    expect(all).toMatchObject({ status: 1, stderr: '', output: `sarif=${join(root, 'sub', 'drista.sarif')}\n` });
    const { runs } = JSON.parse(readFileSync(join(root, 'sub', 'drista.sarif'), 'utf8')) as {
      runs: { results: object[] }[];
    };
    expect(runs[0].results).toHaveLength(1);
    const one = run({
      'inputs.tests': '\na b.drista.c\n\n',
      'inputs.options': '--model? --filter b',
      'inputs.sarif': '',
    });
    expect(one).toMatchObject({ status: 2, stderr: expect.stringMatching(/unknown option --model\?/) as string });
    const other = run({
      'inputs.tests': 'c.drista.c\na b.drista.c',
      'inputs.options': '--filter c.',
      'inputs.sarif': '',
    });
    expect(other.stdout).toMatch(/^ ✓ c\.drista\.c .*cached.*\n\n1 test: /);
    expect(other.status).toBe(0);
  });
});

describe('the container', () => {
  const lines = readFileSync(join(top, 'Containerfile'), 'utf8')
    .replace(/\\\n\s*/g, '')
    .split('\n');
  const runs = (text: readonly string[]): string[] =>
    text.filter((line) => line.startsWith('RUN ')).map((line) => line.slice(4));
  const second = lines.findLastIndex((line) => line.startsWith('FROM '));

  test('is made by what set-up does', () => {
    expect(runs(lines.slice(0, second))).toEqual(['npm run setup', 'npm pack --pack-destination /tmp']);
    const packages = JSON.stringify(join(top, 'scripts/packages.mjs'));
    const code = `import { needs } from ${packages}; console.log(JSON.stringify(needs));`;
    const needs = JSON.parse(
      spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' }).stdout,
    ) as { package: string; optional?: boolean; builds?: boolean }[];
    const toRun = needs.filter(({ optional, builds }) => optional !== true && builds !== true);
    const [apt, npm, ...more] = runs(lines.slice(second));
    expect(more).toEqual([]);
    expect(apt).toBe(
      'apt-get update -q && env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends ' +
        `${toRun.map((need) => need.package).join(' ')} gdb && rm -rf /var/lib/apt/lists/*`,
    );
    expect(npm).toBe('npm install -g --allow-scripts=drista /tmp/drista-*.tgz && rm /tmp/drista-*.tgz');
    for (const line of lines.filter((each) => each.startsWith('FROM ')))
      expect(line).toMatch(/^FROM docker\.io\/library\/node:20-bookworm-slim( AS build)?$/);
  });

  test('the job of the workflow checks examples in it', () => {
    const { jobs } = load(readFileSync(join(top, '.github/workflows/ci.yml'), 'utf8')) as {
      jobs: { container: { steps: readonly Step[] } };
    };
    const [build, check] = jobs.container.steps.flatMap(({ run }) => run ?? []);
    expect(build).toBe('docker build -f Containerfile -t drista .');
    // docker with this drista, in the folder that is /work.
    const root = workspace();
    cpSync(join(top, 'examples'), join(root, 'examples'), { recursive: true });
    writeFileSync(
      join(root, 'docker'),
      '#!/bin/sh\n[ "$1 $2 $3 $5" = "run --rm -v drista" ] && cd "${4%:/work}" && shift 5 && ' +
        `exec ${top}/drista "$@"\n`,
    );
    chmodSync(join(root, 'docker'), 0o755);
    const done = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', check], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, PATH: `${root}:${PATH}` },
    });
    expect(done).toMatchObject({ status: 0, stderr: '' });
    expect(done.stdout).toMatch(/^verified: .*\n(.*\n)*error: data race on message/);
  });
});
