/**
 * `npm run bench -- [names] [--json FILE] [--compare FILE] [--peer NAME=PATH] [--model M] [--equivalence E]
 * [--repeats N] [--limit SECONDS] [--quick]`: how long drista takes for the programs in bench/programs, at several
 * scales (bench/README.md). Ends with exit code 1 where a count of executions is not what it must be or has changed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { argumentsOf } from './arguments';
import { compilerCommand } from '../src/compiler/compile';
import { versionOf } from '../src/compiler/compilers';
import { DristaError } from '../src/base/errors';
import { modelNames } from '../src/model/names';
import { build, buildPeak, scaleName } from './build';
import { compare, type Bench } from './compare';
import { figures, startUp, type Context } from './figures';
import { measure, median, once, peakOfRun, type Sample } from './measure';
import { benchesOf, PeerFailure, peersOf, versionOfPeer, type Peer, type PeerBench, type PeerRun } from './peer';
import { peerSummary, peerTable, type Comparison } from './peer-table';
import { rows, type Row, type Scale } from './programs/rows';
import { figuresTable, resultsTable, type Result } from './table';

interface Chosen extends Context {
  readonly names: readonly string[];
  readonly model: string;
  readonly equivalence: string;
  readonly json?: string;
  readonly compare?: string;
  readonly peers: readonly Peer[];
  /** Seconds that a check may take. */
  readonly limit: number;
}

function choices(): Chosen {
  const { values, positionals } = argumentsOf('bench', {
    allowPositionals: true,
    options: {
      json: { type: 'string' },
      compare: { type: 'string' },
      peer: { type: 'string', multiple: true, default: [] },
      model: { type: 'string', default: 'rc11' },
      equivalence: { type: 'string', default: 'observational' },
      repeats: { type: 'string' },
      limit: { type: 'string', default: '120' },
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
  const limit = Number(values.limit);
  if (!(limit > 0)) throw new DristaError(`--limit ${values.limit}: give seconds`);
  return {
    names: positionals,
    model,
    equivalence,
    quick,
    repeats,
    json: values.json,
    compare: values.compare,
    peers: peersOf(values.peer, model),
    limit,
    options: ['--model', model, '--equivalence', equivalence, '--time-limit', `${limit}`],
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
  for (const [row, scale] of chosenScales(chosen)) {
    console.error(`bench: ${row.name} ${scaleName(scale)}`);
    const start = await attempt(problems, () => startUp(chosen));
    const result = await attempt(problems, () => measured(row, scale, peak, chosen));
    if (start !== undefined) starts.push(start);
    if (result !== undefined) done.push(result);
  }
  return done;
}

/** What is to be measured, in order. */
function chosenScales({ names, quick }: Chosen): (readonly [Row, Scale])[] {
  return rows
    .filter(({ name }) => names.length === 0 || names.includes(name))
    .flatMap((row) => (quick ? row.scales.slice(0, 1) : row.scales).map((scale) => [row, scale] as const));
}

/** Checks by drista and by the peer, in each way, in turns, since a machine is not as fast all the time. */
async function sideBySide(
  row: Row,
  scale: Scale,
  peers: readonly PeerBench[],
  { options, repeats }: Chosen,
): Promise<Comparison> {
  const began = process.hrtime.bigint();
  const program = build(row, scale, true);
  const compile = Number(process.hrtime.bigint() - began) / 1e9;
  const seconds: number[] = [],
    runs: Record<string, (PeerRun | undefined)[]> = Object.fromEntries(peers.map(({ way }) => [way, []]));
  let executions = 0,
    late = false;
  for (let i = 0; i < repeats; i++) {
    const { counts, sample } = await once(program, [...options, ...row.options]);
    seconds.push(sample.seconds);
    if (counts.verdict === 'error')
      throw new DristaError(`${row.name} ${scaleName(scale)}: an error: look at it with \`drista\``);
    executions = counts.executions + counts.blocked;
    if (counts.verdict !== 'verified') late = true;
    // What did not end in time does not the next time either.
    const left = peers.filter(({ way }) => !runs[way].includes(undefined));
    for (const peer of left) runs[peer.way].push(await peer.once(row, scale));
    if (late || peers.every(({ way }) => runs[way].includes(undefined))) break;
  }
  return { program: row.name, scale: scaleName(scale), executions, seconds, late, compile, runs };
}

/** Compares with the peer. What the peer cannot check is said, and is no problem of ours. */
async function compareWith(peer: Peer, chosen: Chosen, problems: string[]): Promise<Comparison[]> {
  const all: Comparison[] = [];
  const runners = benchesOf(peer, chosen.model, chosen.limit);
  for (const [row, scale] of chosenScales(chosen)) {
    console.error(`bench: ${row.name} ${scaleName(scale)} ${peer.name}`);
    try {
      const found = await attempt(problems, () => sideBySide(row, scale, runners, chosen));
      if (found !== undefined) all.push(found);
    } catch (error) {
      if (!(error instanceof PeerFailure)) throw error;
      console.log(error.message);
    }
  }
  return all;
}

async function bench(): Promise<void> {
  const chosen = choices();
  if (chosen.peers.length > 0) return benchPeers(chosen);
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
    ...headOf(chosen),
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

/** With what a file of results begins: when and where they were measured, and how. */
function headOf({ model, equivalence, repeats }: Chosen) {
  return { version: 1 as const, date: new Date().toISOString(), machine: machine(), model, equivalence, repeats };
}

/** The same sources side by side, instead of the table of drista alone. */
async function benchPeers(chosen: Chosen): Promise<void> {
  const problems: string[] = [];
  const compared: object[] = [];
  for (const peer of chosen.peers) {
    const found = await compareWith(peer, chosen, problems);
    if (found.length === 0) continue;
    const version = versionOfPeer(peer);
    compared.push(...found.map((one) => ({ peer: version, ...one })));
    const { model, equivalence, repeats } = chosen;
    console.log(
      `${model}, ${equivalence}; medians of ${repeats}, in turns; start to verdict, ${version} with compiling\n`,
    );
    console.log(`${peerTable(found, chosen.limit)}\n\n${peerSummary(found)}`);
  }
  const { json } = chosen;
  if (json !== undefined) {
    const all = { ...headOf(chosen), compared };
    writeFileSync(json, JSON.stringify(all, null, 1) + '\n');
  }
  tell(problems);
}

/** Undefined where it cannot be done, which is a problem more. */
async function attempt<T>(problems: string[], body: () => Promise<T>): Promise<T | undefined> {
  try {
    return await body();
  } catch (error) {
    if (!(error instanceof DristaError) || error instanceof PeerFailure) throw error;
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
