/**
 * Three workers and a Redis server against everything that may happen to them, for as long as it takes:
 * `npm run cluster-test -- PROGRAMS [SEED]`. Twelve programs of bench/programs and random ones are explored while a
 * random worker is killed every second, another one is stopped for longer than its lock, and Redis is restarted. Counts
 * and errors must be those that one worker finds.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomNumbers } from '../explore/parts-support';
import { cForm } from '../oracle/c-form';
import { randomLitmus } from '../oracle/random';
import { shapes } from '../oracle/shapes';
import { top } from '../support/paths';
import { compiledBench, Machines, pause, redisServer, verdictOf } from './machines';

const benches: readonly (readonly [string, ...string[]])[] = [
  ['ainc', 'N=7'],
  ['ninc', 'N=3'],
  ['casrot', 'N=5'],
  ['counter', 'N=3', 'M=2'],
  ['dekker', 'N=1'],
  ['fib', 'N=3'],
  ['indexer', 'N=12'],
  ['lamport', 'N=2'],
  ['lastzero', 'N=5'],
  ['peterson', 'N=3'],
  ['readers', 'N=4'],
  ['treiber', 'PUSH=2', 'POP=1'],
];

const [programs = 300, seed = Date.now() % 1e6] = process.argv.slice(2).map(Number);
const random = randomNumbers(seed);
const machines = new Machines();
let ended = false;

/** Kills a worker every second, and starts another one in its place; now and then stops one, or restarts Redis. */
async function disturb(): Promise<void> {
  for (let n = 1; !ended; n++) {
    await pause(1000);
    const at = Math.floor(random() * machines.workers.length);
    const [victim] = machines.workers.splice(at, 1);
    victim.signal('SIGKILL');
    await victim.ended;
    if (n % 20 === 0) {
      await machines.stopRedis();
      await machines.startRedis();
    }
    if (n % 7 === 0) {
      machines.workers[0].signal('SIGSTOP');
      await pause(2500);
      machines.workers[0].signal('SIGCONT');
    }
    await machines.startWorker().catch(() => undefined);
  }
}

/** Explores the program alone and on all machines; what differs. */
async function compare(name: string, program: string, options: readonly string[]): Promise<boolean> {
  const args = [...options, '--chance', '0', '--keep-going', '--no-minimise', program];
  const alone = spawnSync(join(top, 'drista'), ['--save', `${machines.folder}/`, ...args], {
    encoding: 'utf8',
    cwd: machines.folder,
  });
  const together = await machines.lead(args).ended;
  const kinds = (text: string): string => [...new Set(text.match(/^error: [a-z ]+/gm) ?? [])].sort().join();
  const essence = (e: { status: number | null; stdout: string; stderr: string }): string =>
    `${e.status} ${kinds(e.stdout)} ${verdictOf(e).replace(/; not explored.*|; go on.*/, '')}`;
  const [one, all] = [essence(alone), essence(together)];
  if (one === all) return true;
  console.log(`${name} ${options.join(' ')} (${program})\n  alone:    ${one}\n  together: ${all}\n${together.stderr}`);
  return false;
}

async function run(): Promise<void> {
  if (redisServer === undefined) throw new Error('redis-server is missing (Debian: redis-tools)');
  await machines.startRedis();
  for (let n = 0; n < 3; n++) await machines.startWorker();
  const disturbance = disturb();
  let [same, all] = [0, 0];
  const count = (isSame: boolean): void => {
    all++;
    if (isSame) same++;
  };
  const of = ['rf', 'observational', 'co'];
  for (const [name, ...defines] of benches)
    for (const equivalence of of.slice(0, 2))
      count(await compare(name, compiledBench(machines.folder, name, defines), ['--equivalence', equivalence]));
  console.log(`programs of bench/programs: ${same} of ${all} checks agree`);
  const names = Object.keys(shapes);
  for (let n = 0; n < programs; n++) {
    const [litmus] = randomLitmus(shapes[names[n % names.length]], seed + n, 1);
    const source = join(machines.folder, `random${n}.c`);
    const program = source.slice(0, -2);
    writeFileSync(source, cForm(litmus));
    spawnSync(join(top, 'drista'), ['cc', '-Wno-unused', '-o', program, source]);
    const model = n % 3 === 0 ? 'sc' : 'rc11';
    count(await compare(names[n % names.length], program, ['--model', model, '--equivalence', of[n % of.length]]));
  }
  ended = true;
  await disturbance;
  const left = await machines.left();
  await machines.end();
  console.log(
    `seed ${seed}: ${same} of ${all} checks agree; left in Redis: ${left.length === 0 ? 'nothing' : left.join()}`,
  );
  process.exitCode = same === all && left.length === 0 ? 0 : 1;
}

void run().catch(async (error: unknown) => {
  ended = true;
  console.error(error);
  process.exitCode = 1;
  await machines.end();
});
