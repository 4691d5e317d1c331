/** The benches with their trees, and what real checks of them have cost (measured.json). */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DristaError } from '../../src/base/errors';
import { packageRoot } from '../../src/base/paths';
import { build } from '../build';
import { recordProgram, type Measurement } from './check';
import { asBenchRow, rowName, scaleRows, type ScaleRow } from './rows';
import { BranchTree } from './tree';

const measuredFile = join(packageRoot(), 'bench', 'scale', 'measured.json');

export interface MeasuredBench {
  readonly one: Measurement;
  readonly two: Measurement;
}

export interface Bench extends MeasuredBench {
  readonly name: string;
  readonly tree: BranchTree;
  /** Seconds of a unit of the tree, and of a run. */
  readonly unit: number;
  readonly run: number;
}

function builtProgram(row: ScaleRow): string {
  return build(asBenchRow(row), { defines: row.defines, expected: {} });
}

/** Measures all benches, each check in a process of its own, and writes the figures down. */
export function measureBenches(): void {
  const measured: Record<string, MeasuredBench> = {};
  for (const row of scaleRows) {
    const program = builtProgram(row);
    measured[rowName(row)] = { one: measuredOnce(program, 1), two: measuredOnce(program, 2) };
    console.error(`scale: ${rowName(row)}: measured`);
  }
  writeFileSync(measuredFile, `${JSON.stringify(measured, undefined, 2)}\n`);
}

function measuredOnce(program: string, workers: 1 | 2): Measurement {
  const done = spawnSync(process.execPath, [join(__dirname, 'measure-one.js'), program, `${workers}`], {
    encoding: 'utf8',
  });
  if (done.status !== 0) throw new DristaError(`${program} cannot be measured: ${done.stderr.trim()}`);
  return JSON.parse(done.stdout) as Measurement;
}

/** The benches, of which only those named where names are given. Trees are recorded, or read if they were before. */
export function loadBenches(names: readonly string[]): Bench[] {
  const all = JSON.parse(readFileSync(measuredFile, 'utf8')) as Record<string, MeasuredBench>;
  const wrong = names.find((name) => !scaleRows.some(({ file }) => file === name));
  if (wrong !== undefined) throw new DristaError(`${wrong} is none of ${scaleRows.map((r) => r.file).join(', ')}`);
  return scaleRows
    .filter(({ file }) => names.length === 0 || names.includes(file))
    .map((row) => {
      const name = rowName(row);
      const tree = treeOf(row);
      const measured = all[name];
      if (measured === undefined)
        throw new DristaError(`${name} was not measured: \`npm run bench -- scale --measure\``);
      const { searches, ofRuns, runs } = measured.one;
      // The steps of `ofRuns` are 10 ms; a run takes 20 microseconds at least.
      return { name, tree, ...measured, unit: searches[0] / tree.work, run: Math.max(2e-5, ofRuns / runs) };
    });
}

function treeOf(row: ScaleRow): BranchTree {
  const folder = join(packageRoot(), 'build', 'scale');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${rowName(row).replaceAll(' ', '-')}.tree`);
  if (existsSync(file)) return BranchTree.decode(readFileSync(file));
  const { tree, verdict } = recordProgram(builtProgram(row));
  if (verdict.errors.length > 0 || verdict.limitsHit.length > 0)
    throw new DristaError(`${rowName(row)} was not verified: look at it with \`drista\``);
  if (verdict.states !== tree.size) throw new Error(`${tree.size} states of ${verdict.states} were recorded`);
  writeFileSync(file, tree.encode());
  return tree;
}
