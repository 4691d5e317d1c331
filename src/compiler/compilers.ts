/** The installed compilers, found as in cc.sh. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { launcher } from '../base/paths';
import type { Language } from './language';

export type Family = 'clang' | 'gcc';

export interface Compiler {
  readonly family: Family;
  readonly path: string;
}

/** The path of a command: as given when it has a slash, else the first in PATH; undefined when there is none. */
export function findCommand(command: string, path = process.env.PATH ?? ''): string | undefined {
  const candidates = command.includes('/')
    ? [resolve(command)]
    : path.split(delimiter).map((folder) => join(folder, command));
  return candidates.find((candidate) => {
    try {
      accessSync(candidate, constants.X_OK);
      return statSync(candidate).isFile();
    } catch {
      return false;
    }
  });
}

/** All compilers for the language that are installed, the preferred one first. */
export function installed(language: Language): Compiler[] {
  const { stdout } = spawnSync(launcher(), [language === 'c' ? 'cc' : 'c++', '--drista-list'], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const space = line.indexOf(' ');
      return { family: line.slice(0, space) as Family, path: line.slice(space + 1) };
    });
}

/** The first line of what `--version` prints; empty when the command cannot be run. */
export function versionOf(path: string): string {
  return spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout?.split('\n')[0] ?? '';
}
