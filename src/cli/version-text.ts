/** The text of `--version`: what this drista was built from. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadedFolder, packageRoot } from '../base/paths';
import { version } from '../base/version';
import { readElf } from '../debug-info/elf';

/** With a newline at its end. The first line begins with `drista` and the version. */
export function versionText(): string {
  const commit = packedCommit() ?? commitOfClone();
  return [
    `drista ${version()}${commit === undefined ? '' : ` (commit ${commit})`}`,
    `runtime: ${runtimeCompiler() ?? 'missing'}`,
    `pass: ${passVersions().join(', ') || 'none'}`,
    `node: ${process.version}\n`,
  ].join('\n');
}

/** What scripts/prepack.mjs wrote down; undefined: this is no package, or was not packed from a clone. */
function packedCommit(): string | undefined {
  const file = join(packageRoot(), 'build', 'package', 'built.json');
  if (isClone() || !existsSync(file)) return undefined;
  return (JSON.parse(readFileSync(file, 'utf8')) as { commit?: string }).commit;
}

function isClone(): boolean {
  return existsSync(join(packageRoot(), '.git'));
}

function commitOfClone(): string | undefined {
  if (!isClone()) return undefined;
  const args = ['-C', packageRoot(), 'describe', '--always', '--dirty', '--abbrev=12', '--exclude=*'];
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** The compiler that built the runtime, as it names itself in what it compiles. */
function runtimeCompiler(): string | undefined {
  const file = join(loadedFolder(), 'libdrista.so');
  if (!existsSync(file)) return undefined;
  const comments = readElf(readFileSync(file))?.comments ?? [];
  return comments.find((text) => text.includes('clang')) ?? comments.at(0) ?? 'unknown compiler';
}

/** The clangs for which there is a pass. */
function passVersions(): string[] {
  const file = join(packageRoot(), 'build', 'pass', 'clangs');
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((line) => (line === '' ? [] : [`clang ${line.split(' ')[0]}`]));
}
