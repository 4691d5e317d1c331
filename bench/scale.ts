/**
 * `npm run bench -- scale [names] [--measure]`: simulates up to 10,000 workers on recorded trees of branches, and
 * writes the tables and the plot of bench/scale.md anew (bench/README.md, "Many workers").
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argumentsOf } from './arguments';
import { DristaError } from '../src/base/errors';
import { packageRoot } from '../src/base/paths';
import { loadBenches, measureBenches, type Bench } from './scale/benches';
import {
  allSeries,
  benchTable,
  faultsTable,
  latencyTable,
  leadTable,
  lossesTable,
  policiesTable,
  recordedTable,
  svgOf,
  treesTable,
  validationTable,
} from './scale/experiments';
import { withTables } from './scale/document';

/** Benches that stand for all where each figure is a simulation of each: one of each shape, none of the largest. */
const few = ['reorder', 'readers', 'lastzero', 'fib'];
/** Benches with many jobs. */
const manyJobs = /^(ninc|treiber) /;

function scale(): void {
  const { values, positionals } = argumentsOf('scale', {
    allowPositionals: true,
    options: { measure: { type: 'boolean' } },
  });
  if (values.measure === true) measureBenches();
  const benches = loadBenches(positionals);
  const isOfFew = ({ name }: Bench): boolean => positionals.length > 0 || few.includes(name.split(' ')[0]);
  const some = benches.filter(isOfFew);
  const series = allSeries(benches, isOfFew);
  const tables: Record<string, string> = {
    trees: treesTable(benches),
    validation: validationTable(benches),
    recorded: recordedTable(benches),
    jobs: benchTable(series, '--jobs'),
    queue: benchTable(series, 'queue'),
    latency: latencyTable(series),
    'losses-256': lossesTable(series, 256),
    'losses-4096': lossesTable(series, 4096),
    faults: faultsTable(some),
    lead: leadTable(positionals.length > 0 ? benches : benches.filter(({ name }) => manyJobs.test(name))),
    policies: policiesTable(some),
  };
  if (positionals.length > 0) {
    for (const [name, text] of Object.entries(tables)) console.log(`\n${name}\n\n${text}`);
    return;
  }
  const folder = join(packageRoot(), 'bench');
  const document = join(folder, 'scale.md');
  writeFileSync(document, withTables(readFileSync(document, 'utf8'), tables));
  writeFileSync(join(folder, 'scale.svg'), svgOf(series));
}

try {
  scale();
} catch (error) {
  console.error(error instanceof DristaError ? `scale: ${error.message}` : error);
  process.exitCode = 2;
}
