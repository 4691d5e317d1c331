/**
 * Which lines of the runtime the tests execute: `npm run coverage -- runtime`, or with jest's arguments
 * `npm run coverage -- runtime dist/test/hostile -t files`. Everything happens in a copy of drista in build/coverage,
 * whose runtime counts. docs/how-to/contribute/tests.md says what the numbers mean.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import jestConfig from '../jest.config.mjs';
import { fail, run, top, within } from './steps.mjs';

const tree = within('build', 'coverage');
const raw = join(tree, 'raw');
const merged = join(tree, 'merged.profdata');

function tool(name) {
  const found = [`${name}-14`, name].find((command) => spawnSync(command, ['--help']).error === undefined);
  return found ?? fail(`${name} is missing: install llvm (Debian: apt-get install llvm)`);
}

function checkProfileLibrary() {
  const path = run('clang', ['-print-file-name=lib/linux/libclang_rt.profile-x86_64.a'], 'install clang').trim();
  if (!existsSync(path)) fail('clang has no profile library: install it (Debian: apt-get install libclang-rt-14-dev)');
}

function copyTree() {
  for (const name of ['dist', 'test', 'examples', 'src', 'raw'])
    rmSync(join(tree, name), { recursive: true, force: true });
  mkdirSync(raw, { recursive: true });
  mkdirSync(join(tree, 'build'), { recursive: true });
  for (const name of [
    'dist',
    'test',
    'examples',
    'src',
    'runtime',
    'drista',
    'package.json',
    'build/command',
    'build/Release',
  ])
    cpSync(within(name), join(tree, name), { recursive: true, preserveTimestamps: true });
  if (!existsSync(join(tree, 'node_modules'))) symlinkSync(within('node_modules'), join(tree, 'node_modules'));
}

function buildRuntime() {
  const out = join(tree, 'build', 'runtime');
  const configure = ['-S', within('runtime'), '-B', out, '-DCMAKE_BUILD_TYPE=Release', `-DDRISTA_COVERAGE=${raw}`];
  for (const args of [configure, ['--build', out, '--parallel', `${availableParallelism()}`]])
    run('cmake', args, 'see above');
}

/** The raw profiles are many and alike: they are merged and removed. */
function merge(profdata) {
  const files = readdirSync(raw).filter((name) => name.endsWith('.profraw'));
  if (files.length === 0) return;
  const list = join(tree, 'files');
  writeFileSync(list, [...files.map((name) => join(raw, name)), ...(existsSync(merged) ? [merged] : [])].join('\n'));
  // A process that ended before its file was complete left one that cannot be read.
  run(profdata, ['merge', '-sparse', '-failure-mode=all', '-f', list, '-o', `${merged}.new`], 'no profile can be read');
  cpSync(`${merged}.new`, merged);
  for (const name of files) rmSync(join(raw, name));
}

function table(cov) {
  const library = join(tree, 'build', 'runtime', 'entry-preload', 'libdrista.so');
  const json = JSON.parse(
    run(cov, ['export', '-summary-only', `-instr-profile=${merged}`, library], 'the profiles do not fit the library'),
  );
  const rows = json.data[0].files
    .map(({ filename, summary: { lines, functions } }) => ({ file: filename.replace(`${top}/`, ''), lines, functions }))
    .sort((a, b) => (a.file < b.file ? -1 : 1));
  const percent = ({ covered, count }) => `${((100 * covered) / Math.max(count, 1)).toFixed(1)}%`.padStart(6);
  const line = (file, lines, functions) =>
    console.log(`${file.padEnd(40)} ${String(lines.count).padStart(6)} ${percent(lines)} ${percent(functions)}`);
  console.log(`${'file'.padEnd(40)}  lines   exec. functions`);
  for (const { file, lines, functions } of rows) line(file, lines, functions);
  const sum = (what) =>
    rows.reduce((s, row) => ({ count: s.count + row[what].count, covered: s.covered + row[what].covered }), {
      count: 0,
      covered: 0,
    });
  line('all', sum('lines'), sum('functions'));
}

const patterns = process.argv.slice(2);
const profdata = tool('llvm-profdata');
const cov = tool('llvm-cov');
checkProfileLibrary();
rmSync(merged, { force: true });
copyTree();
buildRuntime();
const jest = ['jest', '--rootDir', tree, '--config', JSON.stringify({ ...jestConfig, rootDir: tree })];
const chosen =
  patterns.length > 0 ? patterns : ['dist/test/runtime', 'dist/test/misuse', 'dist/test/examples', 'dist/test/hostile'];
const { status } = spawnSync('npx', [...jest, ...chosen], { cwd: tree, stdio: 'inherit' });
merge(profdata);
if (!existsSync(merged)) fail('no profile was written');
table(cov);
process.exitCode = status ?? 1;
