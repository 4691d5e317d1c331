/**
 * `npm run bench -- orders [names] [--out FILE]`: the memory orders that `drista weaken` finds for published
 * algorithms, beside the orders that these were published with, which their sources in bench/orders/ have
 * (bench/README.md). Ends with exit code 1 where an answer is not minimal, or where the orders found from seq_cst on
 * cost more than the published ones.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, parse } from 'node:path';
import { argumentsOf } from './arguments';
import { DristaError } from '../src/base/errors';
import { packageRoot } from '../src/base/paths';
import { totalCost } from '../src/orders/cost';
import { Order } from '../src/program/label';
import { ordersOf, type OperationClass } from '../src/orders/strength';
import { orderName } from '../src/report/operation';

interface Site {
  readonly place: string;
  readonly operation: string;
  readonly was: string;
  readonly is: string;
}

interface Found {
  readonly verdict: string;
  readonly sites: readonly Site[];
  readonly checks: number;
  readonly replays: number;
  readonly seconds: number;
}

const { values, positionals } = argumentsOf('orders', {
  allowPositionals: true,
  options: { out: { type: 'string', default: join(packageRoot(), 'bench', 'orders.md') } },
});
const drista = join(packageRoot(), 'drista');
const sources = join(packageRoot(), 'bench', 'orders');
const folder = join(packageRoot(), 'build', 'bench', 'orders');

/** Prints what went wrong, and counts it. */
let problems = 0;
function problem(text: string): void {
  console.error(`orders: ${text}`);
  problems++;
}

function ran(command: string, args: readonly string[]): string {
  const done = spawnSync(command, args, { encoding: 'utf8', cwd: folder, maxBuffer: 1 << 28 });
  if (done.status === null || done.status > 1) throw new DristaError(`${command} ${args.join(' ')}: ${done.stderr}`);
  return done.stdout;
}

/** By name: the sources. */
function programs(): Map<string, string> {
  const named = new Map(readdirSync(sources).map((file) => [parse(file).name, join(sources, file)]));
  const chosen = positionals.length === 0 ? [...named.keys()].sort() : positionals;
  return new Map(
    chosen.map((name) => {
      const file = named.get(name);
      if (file === undefined) throw new DristaError(`no program ${name} in bench/orders`);
      return [name, file];
    }),
  );
}

function found(name: string, from: 'own' | 'sc'): Found {
  const result = JSON.parse(ran(drista, ['weaken', '--from', from, '--report', 'json=-', `./${name}`])) as Found;
  if (result.verdict !== 'minimal') problem(`${name} from ${from}: ${result.verdict}`);
  return result;
}

/** The cost on arm64 of the orders in the sources, or of those that were found. */
function cost({ sites }: Found, which: 'was' | 'is'): number {
  const classes = sites.map(({ operation }) => classOf(operation));
  return totalCost(
    'arm64',
    classes,
    sites.map((site) => orderOf(site[which])),
  );
}

function classOf(operation: string): OperationClass {
  if (operation.endsWith(' failure')) return 'failure';
  return operation === 'load' || operation === 'store' || operation === 'fence' ? operation : 'rmw';
}

function orderOf(name: string): Order {
  return name === 'none' ? Order.Relaxed : ordersOf.rmw.find((order) => orderName(order) === name)!;
}

/** The sites whose order is not the published one, as rows of a table. */
function differing(name: string, { sites }: Found): string[] {
  return sites
    .filter(({ was, is }) => was !== is)
    .map(({ place, operation, was, is }) => {
      const [line, column] = place.split(':').slice(-2);
      return `| ${name} | ${line}:${column} | ${operation} | ${was} | ${is} |`;
    });
}

mkdirSync(folder, { recursive: true });
const rows: string[] = [];
const below: string[] = [];
const others: string[] = [];
for (const [name, file] of programs()) {
  console.error(`orders: ${name}`);
  ran(drista, [file.endsWith('.cc') ? 'c++' : 'cc', '-g', '-o', name, file]);
  const own = found(name, 'own');
  const strong = found(name, 'sc');
  const [published, minimal, fromSc] = [cost(own, 'was'), cost(own, 'is'), cost(strong, 'is')];
  if (fromSc > published) problem(`${name}: from seq_cst on: cost ${fromSc}, published ${published}`);
  const n = own.sites.length;
  const weaker = own.sites.filter(({ was, is }) => was !== is).length;
  const effort = [own, strong].flatMap(({ checks, replays, seconds }) => [
    (checks / n).toFixed(1),
    replays,
    seconds.toFixed(1),
  ]);
  rows.push(`| ${[name, n, published, minimal, weaker, fromSc, ...effort].join(' | ')} |`);
  below.push(...differing(name, own));
  others.push(...differing(name, strong));
}
rmSync(folder, { recursive: true });
const list = (heading: string, lines: readonly string[]): string =>
  `## ${heading}

| program | place | operation | published | found |
| ------- | ----- | --------- | --------- | ----- |
${lines.join('\n')}
`;
writeFileSync(
  values.out,
  `# Memory orders of published algorithms

Written by \`npm run bench -- orders\`; [README.md](README.md#memory-orders) says how to read it.

${cpus()[0].model}, ${cpus().length} processors. 

| program | sites | cost | below | sites | from sc | checks | replays | s | checks sc | replays sc | s sc |
| ------- | ----: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${rows.join('\n')}

${list('Weaker than published', below)}
${list('From seq_cst', others)}`,
);
process.exitCode = problems === 0 ? 0 : 1;
