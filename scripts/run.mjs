/**
 * Starts one of several programs of developers: those of a kind are one script of package.json.
 *
 *     node scripts/run.mjs KIND [NAME] [ARGUMENTS]     NAME: see below; without one, the first of the kind
 */
import { spawnSync } from 'node:child_process';
import { transpile } from './transpile.mjs';
import { top } from './steps.mjs';

const programs = {
  /** Measurements (bench/README.md). */
  bench: {
    rows: 'dist/bench/bench.js',
    papers: 'dist/bench/papers.js',
    orders: 'dist/bench/orders.js',
    safe: 'dist/bench/safe.js',
    scale: 'dist/bench/scale.js',
    bugs: 'dist/bench/bugs.js',
    herd: 'dist/bench/herd.js',
    programs: 'bench/programs.mjs',
    libraries: 'bench/libraries.mjs',
    structures: 'bench/structures.mjs',
    crates: 'bench/crates.mjs',
    loom: 'bench/loom.mjs',
  },
  /** Tasks of SV-COMP (bench/svcomp.md). */
  svcomp: 'dist/bench/svcomp.js',
  /** Random programs, and other long comparisons with a second way to the same answer. */
  fuzz: {
    random: 'dist/test/oracle/fuzz.js',
    safe: 'dist/test/oracle/safe/fuzz.js',
    larger: 'dist/test/oracle/larger-compiled.js',
    cluster: 'dist/test/cluster/long.js',
    effects: 'dist/test/effects/row-pairs.js',
    counts: 'dist/test/oracle/corpus-counts.js',
  },
  coverage: { typescript: 'scripts/coverage.mjs', runtime: 'scripts/coverage-runtime.mjs' },
  analyze: { tidy: 'scripts/analyze.mjs', sanitized: 'scripts/sanitized.mjs' },
};

const [kind, ...rest] = process.argv.slice(2);
const some = programs[kind];
const isNamed = typeof some !== 'string' && Object.hasOwn(some, rest[0] ?? '');
const program = typeof some === 'string' ? some : isNamed ? some[rest[0]] : Object.values(some)[0];
await transpile();
const { status } = spawnSync(process.execPath, [program, ...(isNamed ? rest.slice(1) : rest)], {
  cwd: top,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
