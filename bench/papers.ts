/**
 * `npm run bench -- papers [names] [--limit SECONDS] [--columns NAME,NAME] [--out FILE]`: the rows of the papers'
 * tables by each strategy, beside what the papers say (bench/README.md). Ends with exit code 1 where a count that must
 * be equal is not.
 */
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { argumentsOf } from './arguments';
import { DristaError } from '../src/base/errors';
import { packageRoot } from '../src/base/paths';
import { modelsOf, strategyNames } from '../src/explore/strategies';
import { build } from './build';
import { once } from './measure';
import { nameOf, problemsOf, tables, type Cell, type MeasuredRow } from './papers/report';
import { programOf, publishedRows, type PaperProgram, type Published } from './papers/rows';

interface Column {
  readonly name: string;
  readonly options: readonly string[];
  /** The models that it is for; undefined: all. */
  readonly models?: readonly string[];
}

/** The partition under each equivalence, states, and whatever other strategy explores all executions. */
const allColumns: readonly Column[] = [
  ...['observational', 'rf', 'state'].map((name) => ({ name, options: ['--equivalence', name] })),
  ...strategyNames
    .filter((name) => !['partition', 'random', 'pct'].includes(name))
    .map((name) => ({ name, options: ['--strategy', name], models: modelsOf(name) })),
];

const head = `# Published counts beside measured ones

Written by \`npm run bench -- papers\`; [README.md](README.md#the-papers-tables) says how to read it.
`;

interface Chosen {
  readonly names: readonly string[];
  readonly limit: number;
  readonly columns: readonly Column[];
  readonly out: string;
}

function choices(): Chosen {
  const { values, positionals } = argumentsOf('papers', {
    allowPositionals: true,
    options: {
      limit: { type: 'string', default: '20' },
      columns: { type: 'string' },
      out: { type: 'string', default: join(packageRoot(), 'bench', 'papers.md') },
    },
  });
  const limit = Number(values.limit);
  if (!(limit > 0)) throw new DristaError(`--limit ${values.limit}: give seconds`);
  const known = publishedRows();
  for (const name of positionals)
    if (!known.some((row) => isNamed(row, name))) throw new DristaError(`no row of the papers is called ${name}`);
  const asked = values.columns?.split(',');
  const columns = allColumns.filter(({ name }) => asked?.includes(name) ?? true);
  const wrong = asked?.find((name) => !columns.some((column) => column.name === name));
  if (wrong !== undefined)
    throw new DristaError(`--columns ${wrong}: give some of ${allColumns.map(({ name }) => name).join(', ')}`);
  return { names: positionals, limit, columns, out: values.out };
}

/** Is the row called so, with its scale or without? */
function isNamed(row: Published, name: string): boolean {
  return nameOf(row) === name || row.benchmark === name;
}

/** The program of the row, built. */
function built(row: Published, { file, flags, defines }: PaperProgram): string {
  const name = `papers-${file.replace(/\W+/g, '-')}`;
  const options = { name, file: join('..', 'papers', file), flags, options: [], scales: [] };
  return build(options, { defines: defines(Number(row.scale)), expected: {} });
}

/** One check; a text says why there is none. */
async function measured(program: string, model: string, column: Column, limit: number): Promise<Cell | string> {
  if (column.models?.includes(model) === false) return `not for ${model}`;
  try {
    const { counts, sample } = await once(program, [
      ...['--model', model, '--time-limit', `${limit}`, '--tune', 'chance=0'].slice(
        0,
        column.models === undefined ? 6 : 4,
      ),
      ...column.options,
    ]);
    if (counts.verdict === 'error') return 'failed: an error in the program';
    const executions = column.name === 'state' ? (counts.states ?? counts.executions) : counts.executions;
    return { executions, seconds: sample.engineSeconds, late: counts.verdict !== 'verified' };
  } catch (error) {
    if (!(error instanceof DristaError)) throw error;
    return error.message.includes('does not support') ? 'not supported' : `failed: ${error.message}`;
  }
}

/** All rows. Where a limit ended a smaller scale of a benchmark, the larger ones are left out. */
async function measureAll({ names, limit, columns }: Chosen): Promise<MeasuredRow[]> {
  const all: MeasuredRow[] = [];
  const late = new Set<string>();
  for (const row of publishedRows()) {
    if (names.length > 0 && !names.some((name) => isNamed(row, name))) continue;
    const program = programOf(row);
    if (program === undefined) {
      all.push({ row, cells: undefined });
      continue;
    }
    console.error(`papers: ${row.paper} ${nameOf(row)}`);
    const file = built(row, program);
    const cells: Record<string, Cell | string> = {};
    for (const column of columns) {
      const key = `${row.paper} ${row.benchmark} ${column.name}`;
      const cell = late.has(key)
        ? 'a smaller scale reached the limit'
        : await measured(file, program.model, column, limit);
      if (typeof cell !== 'string' && cell.late) late.add(key);
      cells[column.name] = cell;
    }
    all.push({ row, cells });
  }
  return all;
}

async function papers(): Promise<void> {
  const chosen = choices();
  const all = await measureAll(chosen);
  const names = chosen.columns.map(({ name }) => name);
  const when = `${cpus()[0].model}, ${cpus().length} cores; at most ${chosen.limit} s for each check.`;
  const text = `${head}\n${when}\n\n${tables(all, names)}\n`;
  if (chosen.names.length > 0 && process.argv.every((word) => !word.startsWith('--out'))) console.log(text);
  else writeFileSync(chosen.out, text);
  const problems = all.flatMap(problemsOf);
  for (const problem of problems) console.error(`papers: ${problem}`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}

papers().catch((error: unknown) => {
  console.error(error instanceof DristaError ? `papers: ${error.message}` : error);
  process.exitCode = 2;
});
