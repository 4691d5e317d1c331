/** Building the programs of the bench, with drista and without. */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { compilerCommand } from '../src/build/compile';
import { DristaError } from '../src/errors';
import { packageRoot } from '../src/paths';
import type { Row, Scale } from './programs/rows';

/** As people write it: N=3 M=2. */
export function scaleName({ defines }: Scale): string {
  return Object.entries(defines).map(([name, value]) => `${name}=${value}`).join(' ');
}

/** Builds the program with `drista cc`. Returns its path; a DristaError holds what the compiler said. */
export function build(row: Row, scale: Scale): string {
  const out = outFile(row, scale, '');
  const { compiler, args } = compilerCommand('c', [...common(row, scale), '-o', out]);
  return run(compiler.path, args, out);
}

/** The same without drista, by the same compiler. */
export function buildPlain(row: Row, scale: Scale): string {
  const out = outFile(row, scale, '-plain');
  return run(compilerCommand('c', []).compiler.path, [...common(row, scale), '-pthread', '-o', out], out);
}

/** The program that tells how much memory another one takes. */
export function buildPeak(): string {
  const out = join(buildFolder(), 'peak');
  return run(compilerCommand('c', []).compiler.path, ['-Wall', '-Wextra', '-o', out, join(packageRoot(), 'bench', 'peak.c')], out);
}

function common({ file, flags }: Row, { defines }: Scale): string[] {
  const source = join(packageRoot(), 'bench', 'programs', `${file}.c`);
  return ['-Wall', '-Wextra', ...flags, ...Object.entries(defines).map(([name, value]) => `-D${name}=${value}`), source];
}

function buildFolder(): string {
  const folder = join(packageRoot(), 'build', 'bench');
  mkdirSync(folder, { recursive: true });
  return folder;
}

function outFile({ name }: Row, scale: Scale, ending: string): string {
  return join(buildFolder(), [name, ...Object.values(scale.defines)].join('-') + ending);
}

function run(command: string, args: readonly string[], out: string): string {
  const done = spawnSync(command, args, { encoding: 'utf8' });
  if (done.status === 0) return out;
  throw new DristaError(`${[command, ...args].join(' ')} failed: ${done.error?.message ?? done.stderr.trim()}`);
}
