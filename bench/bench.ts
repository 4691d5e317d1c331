/**
 * `npm run bench -- [names] [--json FILE] [--compare FILE] [--model M] [--equivalence E] [--repeats N] [--quick]`: how
 * long drista takes for the programs in bench/programs, at several scales (bench/README.md). Ends with exit code 1
 * where a count of executions is not what it must be or has changed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { compilerCommand } from '../src/compiler/compile';
import { versionOf } from '../src/compiler/compilers';
import { DristaError } from '../src/base/errors';
import { modelNames } from '../src/model/names';
import { build, buildPeak, scaleName } from './build';
import { compare, type Bench } from './compare';
import { figures, startUp, type Context } from './figures';
import { measure, median, once, peakOfRun, type Sample } from './measure';
import { rows, type Row, type Scale } from './programs/rows';
import { figuresTable, resultsTable, type Result } from './table';

interface Chosen extends Context {
  readonly names: readonly string[];
  readonly model: string;
  readonly equivalence: string;
  readonly json?: string;
  readonly compare?: string;
}

function choices(): Chosen {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      json: { type: 'string' },
      compare: { type: 'string' },
      model: { type: 'string', default: 'rc11' },
      equivalence: { type: 'string', default: 'observational' },
      repeats: { type: 'string' },
      quick: { type: 'boolean', default: false },
    },
  });
  const unknown = positionals.find((name) => rows.every((row) => row.name !== name));
  if (unknown !== undefined)
    throw new DristaError(`no program is called ${unknown}: take some of ${rows.map((row) => row.name).join(', ')}`);
  const { model, equivalence, quick } = values;
  among('--model', model, modelNames);
  among('--equivalence', equivalence, ['observational', 'rf', 'co']);
  const repeats = Number(values.repeats ?? 3);
  if (!(Number.isInteger(repeats) && repeats > 0))
    throw new DristaError(`--repeats ${values.repeats}: give a whole number from 1`);
  return {
    names: positionals,
    model,
    equivalence,
    quick,
    repeats,
    json: values.json,
    compare: values.compare,
    options: ['--model', model, '--equivalence', equivalence, '--time-limit', '120'],
  };
}

function among(option: string, given: string, names: readonly string[]): void {
  if (!names.includes(given)) throw new DristaError(`${option} ${given}: give one of ${names.join(', ')}`);
}

function earlier(file: string): Bench {
  const { startUp, results, figures } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Bench>;
  if (startUp === undefined || results === undefined || figures === undefined)
    throw new DristaError(`${file}: not what --json of an earlier bench wrote`);
  return { startUp, results, figures };
}

const machine = (): object => ({
  cpu: cpus()[0].model,
  cores: cpus().length,
  memory: totalmem(),
  node: process.version,
  compiler: versionOf(compilerCommand('c', []).compiler.path),
});

async function measured(
  row: Row,
  scale: Scale,
  peak: string,
  { options, repeats, model, equivalence }: Chosen,
): Promise<Result> {
  const program = build(row, scale);
  const all = [...options, ...row.options];
  if (scale === row.scales[0]) await once(program, all); // warms up
  const found = await measure(program, all, repeats);
  const expected = (scale.expected as Record<string, number | undefined>)[`${model} ${equivalence}`];
  return {
    program: row.name,
    scale: scaleName(scale),
    model,
    equivalence,
    programPeak: peakOfRun(peak, program),
    ...(expected === undefined ? {} : { expected }),
    ...found,
  };
}

/**
 * All that was asked for; `problems`: what could not be measured. `starts`: samples of start-up, one before each scale,
 * since a machine is not as fast all the time.
 */
async function results(chosen: Chosen, problems: string[], starts: Sample[]): Promise<Result[]> {
  const done: Result[] = [];
  const peak = buildPeak();
  for (const row of rows) {
    if (chosen.names.length > 0 && !chosen.names.includes(row.name)) continue;
    for (const scale of chosen.quick ? row.scales.slice(0, 1) : row.scales) {
      console.error(`bench: ${row.name} ${scaleName(scale)}`);
      const start = await attempt(problems, () => startUp(chosen));
      const result = await attempt(problems, () => measured(row, scale, peak, chosen));
      if (start !== undefined) starts.push(start);
      if (result !== undefined) done.push(result);
    }
  }
  return done;
}

async function bench(): Promise<void> {
  const chosen = choices();
  const before = chosen.compare === undefined ? undefined : earlier(chosen.compare);
  const problems: string[] = [];
  const starts: Sample[] = [];
  const found = await results(chosen, problems, starts);
  if (found.length === 0 || starts.length === 0) return tell(problems);
  const startSeconds = median(starts.map((s) => s.seconds));
  if (chosen.names.length === 0) console.error('bench: single figures');
  const single = chosen.names.length > 0 ? [] : ((await attempt(problems, () => figures(chosen, startSeconds))) ?? []);
  const { model, equivalence, repeats, quick } = chosen;
  const all = {
    version: 1,
    date: new Date().toISOString(),
    machine: machine(),
    model,
    equivalence,
    repeats,
    quick,
    startUp: startSeconds,
    startUpSamples: starts,
    results: found,
    figures: single,
  };
  console.log(
    `${model}, ${equivalence}; median of ${repeats}; seconds: the whole process; CPU: of all its ` +
      `processes; us per execution and per run: without start-up, ${startSeconds.toFixed(3)} s\n`,
  );
  console.log(resultsTable(found, startSeconds));
  if (single.length > 0) console.log(`\n${figuresTable(single)}`);
  if (chosen.json !== undefined) writeFileSync(chosen.json, JSON.stringify(all, null, 1) + '\n');
  problems.push(
    ...found
      .filter(({ counts, expected }) => expected !== undefined && counts.executions !== expected)
      .map(
        ({ program, scale, counts, expected }) =>
          `${program} ${scale}: ${counts.executions} executions, but there are ${expected}`,
      ),
  );
  if (before !== undefined) {
    const { table, errors, notes } = compare(all, before);
    console.log(`\nAgainst ${chosen.compare} (! above 1.2, * below 0.8):\n\n${table}`);
    for (const note of notes) console.log(note);
    problems.push(...errors);
  }
  tell(problems);
}

/** Undefined where it cannot be done, which is a problem more. */
async function attempt<T>(problems: string[], body: () => Promise<T>): Promise<T | undefined> {
  try {
    return await body();
  } catch (error) {
    if (!(error instanceof DristaError)) throw error;
    problems.push(error.message);
    return undefined;
  }
}

/** Says what went wrong, and sets the exit code. */
function tell(problems: readonly string[]): void {
  for (const problem of problems) console.error(`bench: ${problem}`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}

bench().catch((error: unknown) => {
  const known =
    error instanceof DristaError || error instanceof SyntaxError || (error as NodeJS.ErrnoException).code !== undefined;
  console.error(known ? `bench: ${(error as Error).message}` : error);
  process.exitCode = 2;
});
