/**
 * Known concurrency bugs, and how many executions each strategy needs to find them: `npm run bench -- bugs SCTBENCH
 * [CONVUL] [OPTIONS]`. Both are checkouts, of which nothing is copied (bugs.md says where they are from, and names the
 * options). Ends with exit code 1 if a program could not be built or checked.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { strategyNames } from '../src/explore/strategies';
import { argumentsOf } from './arguments';
import { build, check, hasSeed, type Tried } from './bugs/check';
import { rows, type Row } from './bugs/rows';
import { cellOf, tables, type Result } from './bugs/table';

const { values: options, positionals } = argumentsOf('bugs', {
  allowPositionals: true,
  options: {
    seeds: { type: 'string', default: '20' },
    strategies: { type: 'string' },
    only: { type: 'string', default: '' },
    limit: { type: 'string', default: '10' },
    executions: { type: 'string', default: '1000' },
    write: { type: 'string' },
  },
});
const [sctbench, convul] = positionals;
const [seeds, seconds, executions] = [options.seeds, options.limit, options.executions].map(Number);
if (sctbench === undefined || ![seeds, seconds, executions].every((n) => n >= 1)) {
  console.error(
    'usage: npm run bench -- bugs SCTBENCH [CONVUL] [--seeds N] [--strategies A,B] [--only TEXT] [--limit SECONDS]\n' +
      '       [--executions N] [--write FILE]; SCTBENCH and CONVUL are checkouts (bench/bugs.md)',
  );
  process.exit(2);
}

/** Those that choose at random, and the one that does not for comparison. */
const known: readonly Tried[] = [...strategyNames, 'fuzz'];
const sampling = known.filter((name) => name === 'partition' || hasSeed(name));
const strategies = (options.strategies?.split(',') ?? sampling) as Tried[];
const unknown = strategies.find((name) => !known.includes(name));
if (unknown !== undefined) {
  console.error(`bugs: ${unknown} is no strategy: ${known.join(', ')}`);
  process.exit(2);
}

const checkouts = { sctbench, convul };

function measured(row: Row, checkout: string): Result {
  const folder = mkdtempSync(join(tmpdir(), 'drista-bugs-'));
  try {
    const complaint = build(row, checkout, folder);
    if (complaint !== undefined) {
      console.log(`${row.name}: not built: ${complaint}`);
      return { row, outcomes: new Map(), complaint };
    }
    const outcomes = new Map(
      strategies.map((strategy) => {
        const count = hasSeed(strategy) ? seeds : 1;
        const all = Array.from({ length: count }, (_, i) =>
          check(row, folder, strategy, i + 1, { executions, seconds }),
        );
        console.log(`${row.name} ${strategy}: ${cellOf(all)}`);
        return [strategy, all];
      }),
    );
    return { row, outcomes };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const results: Result[] = [];
for (const row of rows.filter(({ name }) => name.includes(options.only))) {
  const checkout = checkouts[row.checkout];
  if (checkout === undefined) continue;
  if (existsSync(join(checkout, row.sources[0]))) results.push(measured(row, resolve(checkout)));
  else console.log(`${row.name}: ${checkout} has no ${row.sources[0]}`);
}
const text = tables(results, strategies);
console.log(`\n${text}`);
if (options.write !== undefined) {
  const before = existsSync(options.write) ? readFileSync(options.write, 'utf8').split('\n## Results\n')[0] : '';
  const limits = `${seeds} seeds, at most ${executions} executions and ${seconds} seconds for each check.`;
  writeFileSync(options.write, `${before}\n## Results\n\n${limits}\n\n${text}\n`);
}
const isChecked = ({ complaint, outcomes }: Result): boolean =>
  complaint === undefined && ![...outcomes.values()].flat().some(({ result }) => result === 'refused');
process.exitCode = results.every(isChecked) ? 0 : 1;
