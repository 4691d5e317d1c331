/** Building the programs of the bench, with drista and without. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { compilerCommand } from '../src/compiler/compile';
import { DristaError } from '../src/base/errors';
import { packageRoot } from '../src/base/paths';
import type { Row, Scale } from './programs/rows';

/** As people write it: N=3 M=2. */
export function scaleName({ defines }: Scale): string {
  return Object.entries(defines)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}

type Command = ReturnType<typeof compilerCommand>;

/** What was built already. */
const built = new Set<string>();

/**
 * Builds the program with `drista cc`, once; `anew`: even where it was built before. Returns its path; a DristaError
 * holds what the compiler said.
 */
export function build(row: Row, scale: Scale, anew = false): string {
  const out = outFile(row, scale, '');
  if (anew) built.delete(out);
  return run(out, (made) => compilerCommand('c', [...common(row, scale), '-o', made]));
}

/** The same without drista, by the same compiler. */
export function buildPlain(row: Row, scale: Scale): string {
  return run(outFile(row, scale, '-plain'), plain([...common(row, scale), '-pthread']));
}

/** The program that tells how much memory another one takes. */
export function buildPeak(): string {
  return run(join(buildFolder(), 'peak'), plain(['-Wall', '-Wextra', join(packageRoot(), 'bench', 'peak.c')]));
}

const plain =
  (args: readonly string[]) =>
  (out: string): Command => ({ ...compilerCommand('c', []), args: [...args, '-o', out] });

function common({ file, flags }: Row, { defines }: Scale): string[] {
  const source = join(packageRoot(), 'bench', 'programs', `${file}.c`);
  return [
    '-Wall',
    '-Wextra',
    ...flags,
    ...Object.entries(defines).map(([name, value]) => `-D${name}=${value}`),
    source,
  ];
}

function buildFolder(): string {
  const folder = join(packageRoot(), 'build', 'bench');
  mkdirSync(folder, { recursive: true });
  return folder;
}

function outFile({ name }: Row, scale: Scale, ending: string): string {
  return join(buildFolder(), [name, ...Object.values(scale.defines)].join('-') + ending);
}

/** Another bench may run that very file: it is made beside it and takes its place. */
function run(out: string, command: (out: string) => Command): string {
  if (built.has(out)) return out;
  const made = `${out}.${process.pid}`;
  const { compiler, args } = command(made);
  const done = spawnSync(compiler.path, args, { encoding: 'utf8' });
  if (done.status !== 0)
    throw new DristaError(`${[compiler.path, ...args].join(' ')} failed: ${done.error?.message ?? done.stderr.trim()}`);
  renameSync(made, out);
  built.add(out);
  return out;
}
