/**
 * Crates of Rust from Debian's packages, as they are and with one order weakened: `npm run bench -- crates [--write]
 * [--only TEXT] [--time-limit SECONDS]`; --write updates bench/crates.md. Needs what docs/how-to/rust.md names, and
 * librust-{crossbeam,parking-lot,arc-swap,spin,once-cell}-dev.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { optionsOf, within } from '../scripts/steps.mjs';
import { buildCargoDrista, cargoDristaTest } from './cargo-drista.mjs';
import { Failed, table } from './debian.mjs';

const options = optionsOf({
  write: { type: 'boolean' },
  only: { type: 'string' },
  'time-limit': { type: 'string', default: '60' },
});

const registry = '/usr/share/cargo/registry';
const folder = within('build/crates');

/** A part of the line that is changed, from release to another order. */
const weaker = (file, at, to = 'Ordering::Relaxed') => ({ file, at, from: 'Ordering::Release', to });
/** The test with these changes: a data race. */
const racing = (crate, test, ...changes) => ({ test, crate, changes, expected: 'data-race' });

/** Where nothing is said, no error is expected. */
const rows = [
  { test: 'array_queue', crate: 'crossbeam-queue' },
  { test: 'array_queue_pop', crate: 'crossbeam-queue' },
  racing('crossbeam-queue', 'array_queue_pop', weaker('src/array_queue.rs', 'slot.stamp.store(tail + 1')),
  { test: 'seg_queue', crate: 'crossbeam-queue' },
  racing('crossbeam-queue', 'seg_queue', weaker('src/seg_queue.rs', 'slot.state.fetch_or(WRITE')),
  { test: 'bounded', crate: 'crossbeam-channel' },
  racing('crossbeam-channel', 'bounded', weaker('src/flavors/array.rs', 'slot.stamp.store(token.array.stamp')),
  { test: 'unbounded', crate: 'crossbeam-channel' },
  { test: 'zero', crate: 'crossbeam-channel' },
  { test: 'deque', crate: 'crossbeam-deque' },
  racing(
    'crossbeam-deque',
    'deque',
    weaker('src/deque.rs', 'atomic::fence(Ordering::Release)', 'Ordering::Acquire'),
    weaker('src/deque.rs', 'self.inner.back.store(b.wrapping_add(1)'),
  ),
  { test: 'epoch', crate: 'crossbeam-epoch' },
  {
    ...racing('parking_lot', 'pl_mutex', weaker('src/raw_mutex.rs', 'compare_exchange(LOCKED_BIT, 0')),
    note: 'as it is, it is refused: "did not repeat itself"',
  },
  { test: 'once_cell', crate: 'once_cell' },
  { test: 'spin_mutex', crate: 'spin' },
  racing('spin', 'spin_mutex', weaker('src/mutex/spin.rs', 'self.lock.store(false')),
  {
    test: 'swap',
    crate: 'arc-swap',
    expected: 'data-race',
    note: 'as in its pull request 195 of 2026: who finds a debt paid does not synchronise with who paid it',
  },
  {
    test: 'swap',
    crate: 'arc-swap',
    changes: [
      { file: 'src/debt/mod.rs', at: '.compare_exchange(ptr', from: 'Release, Relaxed', to: 'AcqRel, Acquire' },
    ],
    expected: 'data-race',
    note: 'as in its issue 204 of 2026: it may not see the debt',
  },
  {
    test: 'swap',
    crate: 'arc-swap',
    changes: [
      { file: 'src/debt/mod.rs', at: '.compare_exchange(ptr', from: 'Release, Relaxed', to: 'SeqCst, SeqCst' },
      { file: 'src/strategy/hybrid.rs', at: 'storage.load(Acquire)', from: 'Acquire', to: 'SeqCst' },
    ],
    note: 'the orders of its later versions',
  },
];

/** The folder of the crate's source as Debian has it, and its version. */
function source(crate) {
  const name = readdirSync(registry).find((each) => each.replace(/-[\d.]+$/, '') === crate);
  if (name === undefined)
    throw new Failed(`${registry} has no ${crate}: install librust-${crate.replace('_', '-')}-dev`);
  return { from: join(registry, name), version: name.slice(crate.length + 1) };
}

/** Copies the crate, with the changes. */
function changed(crate, changes) {
  const to = join(folder, 'changed', crate);
  rmSync(to, { recursive: true, force: true });
  cpSync(source(crate).from, to, { recursive: true, dereference: true });
  rmSync(join(to, '.cargo-checksum.json'), { force: true });
  for (const { file, at, from, to: into } of changes) {
    const path = join(to, file);
    const lines = readFileSync(path, 'utf8').split('\n');
    const those = lines.filter((line) => line.includes(at) && line.includes(from));
    if (those.length === 0) throw new Failed(`${crate} has no line with \`${at}\` and \`${from}\` in ${file}`);
    writeFileSync(path, lines.map((line) => (those.includes(line) ? line.replace(from, into) : line)).join('\n'));
  }
  return to;
}

/** The package of tests, with the crate changed. */
function packageOf({ crate, changes }) {
  const to = join(folder, 'package');
  mkdirSync(join(to, '.cargo'), { recursive: true });
  cpSync(within('bench/crates/src'), join(to, 'src'), { recursive: true });
  const manifest = readFileSync(within('bench/crates/Cargo.toml'), 'utf8').replace('../../rust', within('rust'));
  const patch =
    changes === undefined ? '' : `\n[patch.crates-io]\n${crate} = { path = "${changed(crate, changes)}" }\n`;
  writeFileSync(join(to, 'Cargo.toml'), manifest + patch);
  const config = `[source.crates-io]\nreplace-with = "debian"\n[source.debian]\ndirectory = "${registry}"\n`;
  writeFileSync(join(to, '.cargo', 'config.toml'), config);
  rmSync(join(to, 'Cargo.lock'), { force: true });
  return to;
}

function checked(row) {
  // Loops that wait longer each time would not end with exchanges that fail spuriously.
  const strong = ['--', '--tune', 'weak-cas=strong'];
  const to = packageOf(row);
  const all = cargoDristaTest(to, join(folder, 'target'), options['time-limit'], `tests::${row.test}`, ...strong);
  const test = all.find(({ name }) => name.endsWith(`::${row.test}`));
  const { found, seconds, status, reason } = test;
  const left = (found?.limitsHit ?? []).filter((limit) => limit !== 'weak-cas');
  const verdict =
    status === 'broken'
      ? `broken: ${reason}`
      : (found.errors[0]?.kind ?? (left.length === 0 ? 'no error' : `no error so far (${left.join(', ')})`));
  const isExpected = row.expected === undefined ? verdict.startsWith('no error') : verdict === row.expected;
  const change = (row.changes ?? []).map(({ at, from, to }) => `\`${at}\`: ${from} → ${to}`).join('; ');
  console.log(`${row.crate} ${row.test} ${change}: ${verdict} (${found?.executions} executions, ${seconds} s)`);
  if (!isExpected) console.log(`  expected: ${row.expected ?? 'no error'}`);
  return { row, change, verdict, seconds, executions: found?.executions ?? '', isExpected };
}

const written = (all) => `# Crates of Rust

Made by \`npm run bench -- crates --write\`: crates from Debian's packages with the tests of [crates/](crates), as they
are and with weaker memory orders. Each test is checked for ${options['time-limit']} seconds at most, without exchanges
that fail spuriously (\`--tune weak-cas=strong\`). Seconds are those of a check.

${table(
  ['crate', 'version', 'test', 'change', 'executions', 'seconds', 'found'],
  all.map(({ row, change, verdict, seconds, executions }) => [
    row.crate,
    source(row.crate).version,
    row.test,
    change.replaceAll('|', '\\|'),
    executions,
    seconds.toFixed(1),
    [verdict, row.note ?? ''].filter((text) => text !== '').join('; '),
  ]),
)}
`;

try {
  if (!existsSync(registry)) throw new Failed(`${registry} is not there: see docs/how-to/rust.md for the packages`);
  buildCargoDrista();
  const wanted = rows.filter(({ test, crate }) => `${crate} ${test}`.includes(options.only ?? ''));
  const all = wanted.map(checked);
  if (options.write) writeFileSync(within('bench/crates.md'), written(all));
  process.exitCode = all.every(({ isExpected }) => isExpected) ? 0 : 1;
} catch (error) {
  if (!(error instanceof Failed)) throw error;
  console.error(`bench: ${error.message}`);
  process.exitCode = 2;
}
