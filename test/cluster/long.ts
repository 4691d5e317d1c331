/**
 * Three workers and a Redis server against everything that may happen to them, for as long as it takes:
 * `npm run fuzz -- cluster benches` and `npm run fuzz -- cluster random`. Twelve programs of bench/programs, or random
 * ones, are explored while a random worker is killed every second, another one is stopped for longer than its lock, and
 * Redis is restarted. Counts and errors must be those that one worker finds.
 *
 * `npm run fuzz -- cluster million` explores 2^20 executions with two workers, of which one is killed every second.
 *
 * --seed N      of the random programs and of what is disturbed
 * --from N      the first check; the others are done by earlier calls
 * --count N     how many checks
 * --leads N     how many checks are led at the same time
 * --seconds N   no check begins later; the last line says where to go on
 */
import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argumentsOf } from '../../bench/arguments';
import { randomNumbers } from '../explore/parts-support';
import { cForm } from '../oracle/c-form';
import { randomLitmus } from '../oracle/random';
import { shapes } from '../oracle/shapes';
import { top } from '../support/paths';
import { Disturbance } from './disturbance';
import { compiledBench, Machines, redisServer, verdictOf, type Ended } from './machines';

const benches: readonly (readonly [string, ...string[]])[] = [
  ['ainc', 'N=8', 'TOLD'],
  ['ninc', 'N=7'],
  ['casrot', 'N=10'],
  ['counter', 'N=4', 'M=2'],
  ['dekker', 'N=3'],
  ['fib', 'N=5'],
  ['indexer', 'N=16'],
  ['lamport', 'N=4'],
  ['lastzero', 'N=13'],
  ['peterson', 'N=5'],
  ['readers', 'N=14'],
  ['treiber', 'PUSH=3', 'POP=2'],
];
const equivalences = ['rf', 'observational', 'co'];
/** Milliseconds after which a lead is taken for one that never ends. */
const TIMEOUT = 240_000,
  MILLION_TIMEOUT = 3_600_000;
/** The threads of the program with 2^20 executions. */
const READERS = 20;

/** What is checked alone and together. */
interface Check {
  readonly name: string;
  readonly program: string;
  readonly options: readonly string[];
}

const { values, positionals } = argumentsOf('cluster-test', {
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: String(Date.now() % 1e6) },
    from: { type: 'string', default: '0' },
    count: { type: 'string' },
    leads: { type: 'string', default: '1' },
    seconds: { type: 'string', default: 'Infinity' },
  },
});
const [seed, from, leads, seconds] = [values.seed, values.from, values.leads, values.seconds].map(Number);
const machines = new Machines();
let parts = 0;

/** The checks of the twelve programs: each under two equivalences. */
function benchCheck(n: number): Check {
  const [name, ...defines] = benches[n % benches.length];
  const options = ['--equivalence', equivalences[Math.floor(n / benches.length)]];
  return { name: `${name} ${defines.join(' ')}`, options, program: compiledBench(machines.folder, name, defines) };
}

function randomCheck(n: number): Check {
  const names = Object.keys(shapes);
  const name = names[n % names.length];
  const [litmus] = randomLitmus(shapes[name], seed + n, 1);
  const source = join(machines.folder, `random${n}.c`);
  const program = source.slice(0, -2);
  writeFileSync(source, cForm(litmus));
  const compiled = spawnSync(join(top, 'drista'), ['cc', '-Wno-unused', '-o', program, source], { encoding: 'utf8' });
  if (compiled.status !== 0) throw new Error(compiled.stderr);
  const model = n % 3 === 0 ? 'sc' : 'rc11';
  // Of all models each equivalence.
  const equivalence = equivalences[Math.floor(n / 3) % equivalences.length];
  return { name: `${name} ${seed + n}`, program, options: ['--model', model, '--equivalence', equivalence] };
}

/** The end of drista on this machine alone. */
function alone(args: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(join(top, 'drista'), ['--save', `${machines.folder}/`, ...args], { cwd: machines.folder });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (text: Buffer) => (stdout += text.toString()));
    child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
    child.on('close', (status) => {
      resolve({ status, stdout, stderr });
    });
  });
}

/** What must be the same, whoever explores. */
function essence({ status, stdout, stderr }: Ended): string {
  const kinds = [...new Set(stdout.match(/^error: [a-z ]+/gm) ?? [])].sort().join();
  return `${status} ${kinds} ${verdictOf({ status, stdout, stderr }).replace(/; not explored.*|; go on.*/, '')}`;
}

/** Explores the program alone and on all machines. Do both find the same? If not, it is shown. */
async function compare({ name, program, options }: Check, timeout = TIMEOUT): Promise<boolean> {
  const args = [...options, '--tune', 'chance=0', '--keep-going', '--tune', 'minimise=off', program];
  const lead = machines.lead(['-v', ...args]);
  const tooLong = setTimeout(() => {
    lead.signal('SIGKILL');
  }, timeout);
  const together = await lead.ended;
  clearTimeout(tooLong);
  parts += Number(/workers? explored (\d+) parts?/.exec(together.stdout)?.[1] ?? 0);
  const [one, all] = [essence(await alone(args)), essence(together)];
  if (one === all) {
    if (timeout !== TIMEOUT) console.log(all);
    return true;
  }
  console.log(`${name} ${options.join(' ')} (${program})\n  alone:    ${one}\n  together: ${all}\n${together.stderr}`);
  return false;
}

/** Two workers, of which one is killed every second, explore as many executions as there are. */
async function million(): Promise<void> {
  const name = `readers N=${READERS}`;
  const program = compiledBench(machines.folder, 'readers', [`N=${READERS}`]);
  await machines.startRedis();
  for (let n = 0; n < 2; n++) await machines.startWorker();
  const disturbance = new Disturbance(machines, randomNumbers(seed), true);
  const began = Date.now();
  const isSame = await compare({ name, program, options: ['--equivalence', 'rf'] }, MILLION_TIMEOUT);
  await disturbance.end();
  const left = await machines.left();
  console.log(`${name}, seed ${seed}: ${isSame ? 'the same as' : 'not what'} one machine counts`);
  console.log(`${parts} parts, ${(Date.now() - began) / 1000} s; ${disturbance.kills} workers killed`);
  console.log(`left in Redis: ${left.join() || 'nothing'}`);
  process.exitCode = isSame && left.length === 0 ? 0 : 1;
}

async function run(): Promise<void> {
  const [what = 'random'] = positionals;
  if (positionals.length > 1 || !['benches', 'random', 'million'].includes(what))
    throw new Error('name benches, random or million');
  if (redisServer === undefined) throw new Error('redis-server is missing (Debian: redis-server)');
  if (what === 'million') return million();
  const all = what === 'benches' ? 2 * benches.length : 300;
  const end = Math.min(from + Number(values.count ?? all), what === 'benches' ? all : Infinity);
  const began = Date.now();
  await machines.startRedis();
  for (let n = 0; n < 3; n++) await machines.startWorker();
  const disturbance = new Disturbance(machines, randomNumbers(seed));
  let [same, next] = [0, from];
  const lead = async (): Promise<void> => {
    while (next < end && Date.now() - began < seconds * 1000)
      if (await compare((what === 'benches' ? benchCheck : randomCheck)(next++))) same++;
  };
  await Promise.all(Array.from({ length: leads }, lead));
  await disturbance.end();
  const left = await machines.left();
  const done = next - from;
  console.log(
    `${what} ${from} to ${next - 1}, seed ${seed}, ${leads} at the same time: ${same} of ${done} checks agree`,
  );
  console.log(`${parts} parts; ${String(disturbance)}; left in Redis: ${left.join() || 'nothing'}`);
  if (next < end) console.log(`go on with: --from ${next} --count ${end - next} --seed ${seed}`);
  process.exitCode = same === done && left.length === 0 ? 0 : 1;
}

void run()
  .catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  })
  .finally(() => machines.end());
