/**
 * The memory orders that are found for random compiled programs, tried by compiling the programs with them: with the
 * patch a program is verified, and with any site one step weaker it is not. DRISTA_COMPILED_ORDERS: how many programs.
 */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { check } from '../../src/check/check';
import { ordersCheck } from '../../src/check/orders-check';
import { ordersRequests } from '../../src/cli/orders-tests';
import { explore } from '../../src/explore/explorer';
import { orderPatch } from '../../src/orders/order-patch';
import type { DecidedSite, OrdersAim, OrdersResult } from '../../src/orders/orders-result';
import { oneWeaker } from '../../src/orders/strength';
import { cForm } from '../oracle/c-form';
import { dataProgram } from '../oracle/data-program';
import type { Litmus, MemoryOrder } from '../oracle/litmus';
import { litmusArbitrary } from '../oracle/random';
import type { Shape } from '../oracle/random-shape';
import { build } from '../support/compiled';
import { folder } from '../support/command';

const seed = Number(process.env.DRISTA_SEED ?? 1);
const count = Number(process.env.DRISTA_COMPILED_ORDERS ?? 1);

const shapes: Readonly<Record<string, Partial<Shape>>> = {
  flags: { flags: 'synchronising', plain: 1, locs: 2, threads: [3, 3], blocks: 2, maxOps: 8 },
  'relaxed flags': { flags: 'relaxed', plain: 1, locs: 2, threads: [3, 3], blocks: 2, maxOps: 9 },
  heap: { heap: true, threads: [2, 3], blocks: 2, maxOps: 9 },
};

/** The program with one order in place of all: whether it has an error. */
function fails(litmus: Litmus, order: MemoryOrder): boolean {
  const text = JSON.stringify(litmus).replace(/"(o|fo|lo)":"(?:rlx|acq|rel|ar|sc)"/g, `"$1":"${order}"`);
  return explore(dataProgram(JSON.parse(text) as Litmus), { model: 'rc11', equivalence: 'rf' }).errors.length > 0;
}

const hooks = { onProgress: nothing, onOutcome: nothing, onCheckpoint: nothing, interrupted: () => false };
function nothing(): void {
  // Nobody is told.
}

async function search(aim: OrdersAim, program: string, from: 'own' | 'sc'): Promise<OrdersResult> {
  const tests = await ordersRequests({ aim, names: [program], options: {}, given: [], rest: [] });
  const filter = { only: [], keep: [], foreign: [] };
  return ordersCheck(
    { aim, tests, from, filter, target: 'arm64', timeLimit: undefined },
    { onOrders: nothing, interrupted: () => false },
  );
}

async function verdictOf(program: string): Promise<string> {
  const [test] = await ordersRequests({ aim: 'weaken', names: [program], options: {}, given: [], rest: [] });
  return check(test.check, hooks).summary.verdict;
}

/** The program built from the text with these orders. */
function compiled(text: string, name: string, sites: readonly DecidedSite[], flags: readonly string[]): string {
  const original = sites[0].file;
  const { byHand, edited } = orderPatch(sites);
  expect(byHand).toEqual([]);
  const path = join(mkdtempSync(join(folder, 'orders-')), `${name}.c`);
  writeFileSync(path, edited.get(original) ?? text, 'latin1');
  return build([path], ['-g', '-Wno-unused', ...flags]);
}

async function differences(litmus: Litmus): Promise<string[]> {
  const text = cForm(litmus);
  const flags = [text.length % 2 === 0 ? '-O0' : '-O2'];
  const path = join(mkdtempSync(join(folder, 'orders-')), 'random.c');
  writeFileSync(path, text);
  const program = build([path], ['-g', '-Wno-unused', ...flags]);
  const found: string[] = [];
  const weak = await search('weaken', program, 'sc');
  if (weak.verdict !== 'minimal') return [`weaken: ${weak.verdict}`];
  const best = compiled(text, 'weakened', weak.sites, flags);
  if ((await verdictOf(best)) !== 'verified') found.push(`weakened: ${readFileSync(path, 'utf8')}`);
  for (const [i, site] of weak.sites.entries())
    for (const is of oneWeaker(site.class, site.is)) {
      const one = compiled(text, 'weaker', weak.sites.with(i, { ...site, is }), flags);
      if ((await verdictOf(one)) !== 'error') found.push(`${site.line}:${site.column} ${site.operation} can be weaker`);
    }
  const repaired = await search('repair', program, 'own');
  if (repaired.verdict === 'unchanged') return found;
  if (repaired.verdict !== 'cheapest') return [...found, `repair: ${repaired.verdict}`];
  const mended = compiled(text, 'repaired', repaired.sites, flags);
  return (await verdictOf(mended)) === 'verified' ? found : [...found, 'repaired, it fails'];
}

for (const [name, shape] of Object.entries(shapes))
  test(`compiled again with the orders that were found: ${name}`, async () => {
    await fc.assert(
      fc.asyncProperty(
        litmusArbitrary(shape).filter((litmus) => !fails(litmus, 'sc') && fails(litmus, 'rlx')),
        async (litmus) => {
          expect(await differences(litmus)).toEqual([]);
        },
      ),
      { seed, numRuns: count },
    );
  }, 20_000_000);
