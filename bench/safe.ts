/**
 * `npm run bench -- safe [names] [--seconds S] [--limit SECONDS] [--iterations N] [--out FILE]`: how fast programs run
 * under safe schedules, as ratios to the same programs without one (bench/README.md). Ends with exit code 1 where a
 * program goes wrong under a schedule.
 */
import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { argumentsOf } from './arguments';
import { DristaError } from '../src/base/errors';
import { packageRoot } from '../src/base/paths';
import { compilerCommand } from '../src/compiler/compile';
import { safeRows, type SafeRow } from './safe/rows';

const kinds = ['0', '1', '2'] as const;

const head = `# Programs under safe schedules

Written by \`npm run bench -- safe\`; [README.md](README.md#safe-schedules) says how to read it.
`;

const { values, positionals } = argumentsOf('safe', {
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '2' },
    limit: { type: 'string', default: '60' },
    iterations: { type: 'string' },
    out: { type: 'string', default: join(packageRoot(), 'bench', 'safe.md') },
  },
});
const folder = join(packageRoot(), 'build', 'bench', 'safe');
const drista = join(packageRoot(), 'drista');
let problems = 0;

function ran(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}, seconds = 600): Done {
  const options = { encoding: 'utf8', env: { ...process.env, ...env }, timeout: 1000 * seconds } as const;
  return spawnSync(command, args, { ...options, killSignal: 'SIGKILL' });
}
type Done = SpawnSyncReturns<string>;

function must(done: Done, what: string): void {
  if (done.status !== 0) throw new DristaError(`${what} failed: ${done.error?.message ?? done.stderr}`);
}

/** Compiles the program with these definitions. */
function built(row: SafeRow, kind: 'drista' | 'plain'): string {
  const out = join(folder, `${row.name.replace(/\W+/g, '-')}-${kind}`);
  const defines = { ...row.defines, ...(kind === 'plain' ? row.alone : {}) };
  const source = join(packageRoot(), 'bench', 'safe', `${row.file}.c`);
  const args = [
    '-O1',
    '-g',
    ...Object.entries(defines).map(([name, value]) => `-D${name}=${value}`),
    source,
    '-o',
    out,
  ];
  const include = ['-pthread', '-I', join(packageRoot(), 'runtime', 'include')];
  if (kind === 'drista') must(ran(drista, ['cc', ...args]), 'drista cc');
  else must(ran(compilerCommand('c', []).compiler.path, [...include, ...args]), 'the compiler');
  return out;
}

/** The library that counts iterations. */
function counter(): string {
  const out = join(folder, 'count.so');
  const source = join(packageRoot(), 'bench', 'safe', 'count.c');
  must(ran(compilerCommand('c', []).compiler.path, ['-O1', '-shared', '-fPIC', source, '-o', out]), 'the compiler');
  return out;
}

/** The environment that says when a run ends. */
function endOf(count: string): NodeJS.ProcessEnv {
  const { iterations, seconds } = values;
  return {
    LD_PRELOAD: count,
    ...(iterations === undefined ? { SAFE_SECONDS: seconds } : { SAFE_ITERATIONS: iterations }),
  };
}

interface Run {
  /** Iterations for each second; a text says why there are none. */
  readonly rate: number | string;
}

/** One run to its end. */
function measured(command: string, args: readonly string[], count: string): Run {
  const begun = process.hrtime.bigint();
  const done = ran(command, args, endOf(count));
  const seconds =
    values.iterations === undefined ? Number(values.seconds) : Number(process.hrtime.bigint() - begun) / 1e9;
  const iterations = Number(done.stdout.trim());
  if (done.status === 0) return { rate: iterations / seconds };
  const [first] = done.stderr.trim().split('\n');
  if (done.stdout !== '') return { rate: `stuck after ${iterations}` };
  return { rate: first === '' ? `ended by ${done.signal ?? `exit code ${done.status}`}` : first };
}

/** Extracts the schedule: its file, the seconds that it took, and what is said of it. */
function schedule(program: string): { file: string; seconds: number; says: string; exists: boolean } {
  const file = `${program}.json`;
  rmSync(file, { force: true });
  const begun = process.hrtime.bigint();
  // Finding the schedule in what was explored takes time, too.
  const most = 6 * Number(values.limit);
  const done = ran(drista, ['safe', '-q', '--time-limit', values.limit, '-o', file, program], {}, most);
  const seconds = Number(process.hrtime.bigint() - begun) / 1e9;
  const said = (done.stdout + done.stderr).trim().split('\n')[0];
  const says = done.status === null ? `no schedule within ${most} s` : said;
  return { file, seconds, says, exists: done.status === 0 || done.status === 4 };
}

function cell(run: Run, alone: Run, row: SafeRow): string {
  if (typeof run.rate === 'string') return run.rate;
  const rate = `${Math.round(run.rate)}/s`;
  if (row.fails === true || typeof alone.rate === 'string') return rate;
  return `${(run.rate / alone.rate).toFixed(2)} (${rate})`;
}

function lineOf(row: SafeRow, count: string): string {
  console.error(`safe: ${row.name}`);
  const alone = measured(built(row, 'plain'), [], count);
  const program = built(row, 'drista');
  const { file, seconds, says, exists } = schedule(program);
  const runs = kinds.map((kind): Run => {
    if (!exists) return { rate: '' };
    const run = measured(drista, ['run', '--safe', file, '--opt', kind, program], count);
    if (typeof run.rate === 'string') {
      problems++;
      console.error(`safe: ${row.name} --opt ${kind}: ${run.rate}`);
    }
    return run;
  });
  const first = typeof alone.rate === 'string' ? alone.rate : `${Math.round(alone.rate)}/s`;
  const cells = [row.name, first, ...runs.map((run) => cell(run, alone, row)), `${seconds.toFixed(1)} s`, says];
  const line = `| ${cells.join(' | ')} |`;
  console.error(line);
  return line;
}

function table(): string {
  mkdirSync(folder, { recursive: true });
  const count = counter();
  const isChosen = ({ name }: SafeRow): boolean =>
    positionals.length === 0 || positionals.some((p) => name.includes(p));
  return [
    '| program | by itself | --opt 0 | --opt 1 | --opt 2 | extraction | drista safe says |',
    '| --- | --: | --: | --: | --: | --: | --- |',
    ...safeRows.filter(isChosen).map((row) => lineOf(row, count)),
  ].join('\n');
}

try {
  const lines = table();
  const span = values.iterations === undefined ? `${values.seconds} s` : `${values.iterations} iterations`;
  const when = `${cpus()[0].model}, ${cpus().length} cores; ${span} for each run, at most ${values.limit} s of search.`;
  if (positionals.length > 0 || values.iterations !== undefined) console.log(lines);
  else writeFileSync(values.out, `${head}\n${when}\n\n${lines}\n`);
  process.exitCode = problems > 0 ? 1 : 0;
} catch (error) {
  console.error(error instanceof DristaError ? `safe: ${error.message}` : error);
  process.exitCode = 2;
}
