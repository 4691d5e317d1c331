/**
 * Data structures of libraries from Debian's packages, and of libstdc++, against their specifications: `npm run bench
 * -- structures [--write] [--only TEXT] [--time-limit SECONDS]`; --write updates bench/structures.md.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { optionsOf, top, within } from '../scripts/steps.mjs';
import { Failed, checkDebian, drista, table } from './debian.mjs';
import { atomicQueue, boost, ck, cuckoo, liburcu, nsync, readerWriter } from './libraries/rows.mjs';
import { folder, library } from './library.mjs';

const options = optionsOf({
  write: { type: 'boolean' },
  only: { type: 'string' },
  'time-limit': { type: 'string', default: '120' },
});

/** libstdc++ is a part of the compiler. */
const standard = { library: 'libstdc++' };

/** `expected`: the verdict; `note`: why it is that one, where it is an error. */
const rows = [
  {
    client: 'boost-queue.cc',
    ...boost,
    expected: 'error',
    note: 'a pop from its free list reads the link of a node that another thread has taken already',
  },
  {
    client: 'boost-stack.cc',
    ...boost,
    expected: 'error',
    note: 'the same free list',
  },
  {
    client: 'boost-spsc.cc',
    ...boost,
    expected: 'error',
    note: 'a full ring for the one and an empty one for the other at the same time: store buffering',
  },
  { client: 'boost-spsc.cc', ...boost, defines: ['MAY_FAIL'], note: 'where a push and a pop may fail at any time' },
  { client: 'reader-writer-queue.cc', ...readerWriter },
  {
    client: 'atomic-queue.cc',
    ...atomicQueue,
    expected: 'error',
    note: 'its pop takes an element with release, not acquire',
  },
  {
    client: 'atomic-queue2.cc',
    ...atomicQueue,
    expected: 'error',
    note: 'its try_pop compares an old head with a new tail, and finds nothing in a queue that is never empty',
  },
  { client: 'cuckoo.cc', ...cuckoo },
  { client: 'mutex.cc', ...standard },
  { client: 'shared-mutex.cc', ...standard },
  { client: 'semaphore.cc', ...standard, flags: ['-std=c++20'] },
  { client: 'atomic-register.cc', ...standard },
  { client: 'atomic-counter.cc', ...standard },
  ...['ticket', 'cas', 'fas', 'dec'].map((kind) => ({ client: 'ck-lock.c', ...ck, defines: [`KIND=${kind}`] })),
  { client: 'ck-ring.c', ...ck },
  { client: 'nsync-mutex.c', ...nsync },
  { client: 'urcu-stack.c', ...liburcu },
].map((row) => ({ expected: 'verified', ...row, name: `structure-${row.client.replace(/\..*/, '')}` }));

function checked(row) {
  const { version, flags, archives } =
    row.library === 'libstdc++' ? { version: 'of the compiler', flags: [], archives: [] } : library(row);
  const program = join(folder, 'programs', row.name);
  mkdirSync(join(folder, 'programs'), { recursive: true });
  const isC = row.client.endsWith('.c');
  const language = isC ? [] : ['-std=c++17', ...(row.flags ?? [])];
  const source = join('bench/structures', row.client);
  drista(
    isC ? 'cc' : 'c++',
    '-g',
    '-O1',
    ...flags,
    ...language,
    ...(row.defines ?? []).map((name) => `-D${name}`),
    '-o',
    program,
    source,
    ...archives,
  );
  const args = ['spec', '--time-limit', options['time-limit'], '--save', 'build/drista-out/', '--report', 'json=-'];
  const command = [within('dist/src/cli/main.js'), ...args, ...(row.options ?? []), program];
  const done = spawnSync(process.execPath, command, { cwd: top, encoding: 'utf8', maxBuffer: 1 << 28 });
  const result = done.stdout === '' ? { verdict: 'refused', why: done.stderr.trim() } : JSON.parse(done.stdout);
  const { verdict, clients, executions, seconds, failure, why } = result;
  const found = failure === undefined ? (why ?? '') : `${failure.kind}: ${failure.client}`;
  const work = `${clients?.checked} of ${clients?.all} clients, ${executions} executions, ${seconds} s`;
  console.log(`${row.client}: ${verdict} (${work}) ${found}`);
  if (verdict !== row.expected) console.log(`  expected: ${row.expected} ${failure?.message ?? ''}`);
  return { row, version, result, found };
}

const written = (all) => `# Data structures

Made by \`npm run bench -- structures --write\`, which takes the libraries from Debian's packages and the tests from
[structures/](structures). Each is checked for ${options['time-limit']} seconds at most; Concurrency Kit, liburcu and
nsync are changed as in [libraries.md](libraries.md).

${table(
  ['library', 'version', 'test', 'is', 'calls', 'threads', 'clients', 'executions', 'histories', 'seconds', 'verdict'],
  all.map(({ row, version, result, found }) => [
    row.library,
    version,
    [row.client, ...(row.defines ?? []), ...(row.options ?? [])].join(' '),
    result.specification ?? '',
    result.calls ?? '',
    result.threads ?? '',
    result.clients === undefined ? '' : `${result.clients.checked} of ${result.clients.all}`,
    result.executions ?? '',
    result.histories ?? '',
    result.seconds?.toFixed(1) ?? '',
    [result.verdict, found === '' ? '' : `\`${found}\``, row.note ?? ''].filter((text) => text !== '').join('; '),
  ]),
)}
`;

try {
  checkDebian();
  const wanted = rows.filter(({ client }) => client.includes(options.only ?? ''));
  const all = wanted.map(checked);
  if (options.write) writeFileSync(within('bench/structures.md'), written(all));
  process.exitCode = all.every(({ row, result }) => result.verdict === row.expected) ? 0 : 1;
} catch (error) {
  if (!(error instanceof Failed)) throw error;
  console.error(`bench: ${error.message}`);
  process.exitCode = 2;
}
