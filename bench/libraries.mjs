/**
 * Lock-free libraries from Debian's packages, each with a small client that is checked to the end, and the same with a
 * bug put in, which must be found. `npm run bench -- libraries [--write] [--only TEXT] [--time-limit SECONDS]`; --write
 * updates bench/libraries.md.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { optionsOf, top, within } from '../scripts/steps.mjs';
import { Failed, check, checkDebian, drista, headline, table } from './debian.mjs';
import { rows } from './libraries/rows.mjs';
import { folder, library } from './library.mjs';

const options = optionsOf({
  write: { type: 'boolean' },
  only: { type: 'string' },
  'time-limit': { type: 'string', default: '300' },
});
const relative = (path) => path.replace(`${top}/`, '');

function checked(row) {
  const { version, flags, archives } = library(row);
  const source = join('bench/libraries', row.client);
  const program = join(folder, 'programs', row.name);
  mkdirSync(join(folder, 'programs'), { recursive: true });
  drista(
    source.endsWith('.c') ? 'cc' : 'c++',
    ...flags,
    ...(row.define ?? []).map((each) => `-D${each}`),
    '-o',
    program,
    source,
    ...archives,
  );
  const args = [...(row.options ?? []), relative(program)];
  const result = check(['--time-limit', options['time-limit'], ...args]);
  console.log(
    `${row.name}: ${result.verdict} (${result.executions} executions, ${result.runs} runs, ` +
      `${result.seconds} s) ${headline(result)}`,
  );
  if (result.verdict !== row.expected) console.log(`  expected: ${row.expected}`);
  return { row, version, result, command: `drista ${args.join(' ')}` };
}

const what = ({ row }) => `${row.client}${(row.define ?? []).map((each) => `, ${each}`).join('')}`;
const numbers = ({ result }) => [
  result.verdict,
  result.executions ?? '',
  result.runs ?? '',
  result.seconds === undefined ? '' : result.seconds.toFixed(1),
];

function written(all) {
  const part = (kind) => all.filter(({ row }) => row.kind === kind);
  return `# Lock-free libraries

Made by \`npm run bench -- libraries --write\`, which takes the libraries from Debian's packages (libcds and nsync from
its sources, which are compiled with \`drista c++\` and \`drista cc\` like the clients) and the clients from
[libraries/](libraries). Two threads each; atomic_queue's and one of moodycamel's have three.
A row is checked for ${options['time-limit']} seconds at most.
A version is that of the Debian release from which the sources could be had. nsync's loops that spin count their
turns, up to 7; here they do not, so that they only look, and are explored as waiting.

## Clean, and checked to the end

${table(
  ['library', 'version', 'client', 'command', 'verdict', 'executions', 'runs', 'seconds'],
  part('clean').map((each) => [
    each.row.library,
    each.version,
    `${what(each)}${each.row.note === undefined ? '' : ` (${each.row.note})`}`,
    `\`${each.command}\``,
    ...numbers(each),
  ]),
)}

## Not to the end

Their waiting loops look at the clock, or try again with something changed.

${table(
  ['library', 'version', 'client', 'command', 'verdict', 'executions', 'runs', 'seconds'],
  part('large').map((each) => [each.row.library, each.version, what(each), `\`${each.command}\``, ...numbers(each)]),
)}

## Bugs that were put in

${table(
  ['library', 'client', 'what was made wrong', 'verdict', 'executions', 'runs', 'seconds', 'found'],
  part('seeded').map((each) => [each.row.library, what(each), each.row.note, ...numbers(each), headline(each.result)]),
)}

## Libraries that threads talk through unseen

As Debian has them, not compiled with \`drista cc\`.

${table(
  ['library', 'version', 'client', 'verdict', 'found', 'why'],
  part('unseen').map((each) => [
    each.row.library,
    each.version,
    what(each),
    each.result.verdict,
    headline(each.result),
    each.row.why,
  ]),
)}

## Found in the libraries as they are

${table(
  ['library', 'client', 'what the client does', 'verdict', 'executions', 'runs', 'seconds', 'found', 'why'],
  part('found').map((each) => [
    each.row.library,
    what(each),
    each.row.note,
    ...numbers(each),
    headline(each.result),
    each.row.why,
  ]),
)}
`;
}

try {
  checkDebian();
  const all = rows.filter(({ name }) => options.only === undefined || name.includes(options.only)).map(checked);
  if (options.write) writeFileSync(within('bench/libraries.md'), written(all));
  else console.log(`\n${written(all)}`);
  process.exitCode = all.every(({ row, result }) => result.verdict === row.expected) ? 0 : 1;
} catch (error) {
  if (!(error instanceof Failed)) throw error;
  console.error(`libraries: ${error.message}`);
  process.exitCode = 2;
}
