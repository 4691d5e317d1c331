/**
 * Checks formatting, or mends it with --write: prettier for TypeScript, the scripts and the documents, clang-format for
 * C and C++. Versions of clang-format differ in what they do, so the C files are checked with version 14, Debian 12's,
 * only.
 */
import { spawnSync } from 'node:child_process';
import { top, within } from '../steps.mjs';

const CLANG_FORMAT = '14';
const write = process.argv.includes('--write');

function list(...patterns) {
  const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard', ...patterns], {
    cwd: top,
    encoding: 'utf8',
  });
  return stdout.split('\n').filter((file) => file !== '');
}

/** Runs the formatter; says which files are not formatted. */
function format(command, args) {
  const { status } = spawnSync(command, args, { cwd: top, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) {
    console.error('lint: some files are not formatted: `npm run format` does it');
    process.exitCode = 1;
  }
}

function clangFormat() {
  return [`clang-format-${CLANG_FORMAT}`, 'clang-format'].find((command) =>
    spawnSync(command, ['--version'], { encoding: 'utf8' }).stdout?.includes(`version ${CLANG_FORMAT}.`),
  );
}

// The other documents in bench/ are written by its scripts.
const texts = list(
  '*.ts',
  'scripts/*.mjs',
  'bench/*.mjs',
  'eslint.config.mjs',
  '*.md',
  ':!bench/crates.md',
  ':!bench/libraries.md',
  ':!bench/loom.md',
  ':!bench/papers.md',
  ':!bench/safe.md',
  ':!bench/programs.md',
  ':!bench/structures.md',
  ':!bench/scale.md',
);
format(process.execPath, [
  within('node_modules', 'prettier', 'bin', 'prettier.cjs'),
  '--log-level',
  'warn',
  write ? '--write' : '--check',
  ...texts,
]);

const sources = list('runtime/*.c', 'runtime/*.h', 'native/*.cc', 'native/*.h');
const command = clangFormat();
if (command === undefined) console.log(`lint: C files are not checked: clang-format ${CLANG_FORMAT} is not there`);
else if (sources.length > 0) format(command, write ? ['-i', ...sources] : ['--dry-run', '-Werror', ...sources]);
